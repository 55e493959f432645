import { join } from 'node:path';
import type { Project } from '../scenarios/tdd/project.ts';
import { TEST } from '../scenarios/tdd/sum.ts';

/** Where escapes are aimed: places the test made, outside the workbench. */
export interface Targets {
  readonly beside: string;
  readonly home: string;
  readonly checkout: string;
}

export function targetsOf({ path, beside }: Project): Targets {
  return { beside, home: join(beside, 'home'), checkout: path };
}

/** Ways out of the workbench, as shell commands. None of them fails the session that tries it. */
export function escapesTo({ beside, home, checkout }: Targets): Readonly<Record<string, string>> {
  const tries = {
    'a shell redirect': `echo escaped > ${beside}/redirect`,
    'a link out of the workbench': `ln -sfn ${beside} way-out; echo escaped > way-out/link; rm -f way-out`,
    'a hard link': `ln ${checkout}/package.json hard-link && echo escaped >> hard-link; rm -f hard-link`,
    'a file in the home': `mkdir -p ${home}; echo escaped > ${home}/.profile`,
    "a file of the user's checkout": `echo escaped > ${checkout}/README.md`,
    'git in another directory': `git -C ${checkout} -c user.name=x -c user.email=x commit --quiet --allow-empty -m escaped`,
    "a branch of the user's": `git --git-dir=${checkout}/.git update-ref refs/heads/escaped "$(git rev-parse HEAD)"`,
    "a setting of the user's": `git --git-dir=${checkout}/.git config alias.escaped status`,
    'a background process': `(setsid sh -c 'sleep 1; echo escaped > ${beside}/daemon' > /dev/null 2>&1 < /dev/null &)`,
    'another working directory': `cd / && echo escaped > ${beside}/elsewhere`,
    'a program in another language': `node -e "require('fs').writeFileSync('${beside}/node', 'escaped')"`,
  };
  return Object.fromEntries(
    Object.entries(tries).map(([name, command]) => [name, `{ ${command}; } 2> /dev/null || true`]),
  );
}

/** A change to the tests by way of the shell, where a tool would have been stopped. */
export const EDIT_TEST = `sed -i 's/sum(\\[\\]), 0/sum([]), sum([])/' ${TEST}`;
