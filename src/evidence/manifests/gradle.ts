import { splitLines } from '../line-diff.ts';
import { differingKeys, type ManifestReader } from './frozen.ts';
import { isJavaTestPackage } from './test-packages.ts';

/** Gradle's build script: everything but the lines that name a dependency of the code. */
export const compareGradle: ManifestReader = ({ before, after, needs }) => {
  const old = new Set(splitLines(before ?? '').map((line) => line.trim()));
  const isNeeded = (line: string) => !old.has(line.trim()) && needs.some((name) => line.includes(name));
  return { changed: differingKeys(factsOf(before ?? '', isNeeded), factsOf(after ?? '', isNeeded)) };
};

/** A line such as `implementation("group:artifact:1.0")` with nothing else on it. */
const DEPENDENCY =
  /^\s*(?:testImplementation|implementation|api|compileOnly|runtimeOnly|annotationProcessor)\s*\(?\s*(?:platform\s*\(\s*)?(?:["']([\w.:${}+-]+)["']|libs\.([\w.]+))\s*\)*\s*$/;

function factsOf(text: string, isNeeded: (line: string) => boolean): ReadonlyMap<string, string> {
  const lines = splitLines(text)
    .map((line) => line.replace(/\s*\/\/.*$/, '').trim())
    .filter((line) => line !== '' && !isFree(line, isNeeded));
  return lines.length === 0 ? new Map() : new Map([['the build script', lines.join('\n')]]);
}

function isFree(line: string, isNeeded: (line: string) => boolean): boolean {
  const found = DEPENDENCY.exec(line);
  if (found === null) return false;
  if (isNeeded(line)) return true;
  return !line.startsWith('test') && !isJavaTestPackage((found[1] ?? found[2] ?? '').replaceAll('.', ':'));
}
