import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Where tests start frameworks, agents and whole runs: a file of these at the very end keeps all but one core waiting. */
const SLOW = /\/test\/(?:frameworks|crashes|agents|cheats|scenarios|model|world|exam)\//;

/** Starts with the files that take longest. */
export default class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification) => SLOW.test(moduleId);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}
