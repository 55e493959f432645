import { splitLines } from '../line-diff.ts';
import { differingKeys, type ManifestReader } from './frozen.ts';

/** `.env` files: variables that programs which run tests obey. All others are the project's own. */
export const compareEnv: ManifestReader = ({ before, after }) => ({
  changed: differingKeys(obeyedIn(before ?? ''), obeyedIn(after ?? '')),
});

const OBEYED =
  /^(?:NODE_(?:OPTIONS|PATH|V8_COVERAGE)|(?:VITEST|JEST|MOCHA|NPM_CONFIG|YARN|PNPM|TS_NODE|TSX|BABEL)\w*|PY(?:TEST|THON)\w*|(?:UV|PIP|POETRY|COVERAGE|TOX|NOX|HYPOTHESIS)_\w+|GO(?:FLAGS|PROXY|ENV|WORK|TOOLCHAIN|DEBUG)|CARGO\w*|RUST\w*|(?:MAVEN|MVN|GRADLE|SUREFIRE)\w*|(?:JAVA|JDK_JAVA|_JAVA)_\w+|CI|PATH|LD_\w+|DYLD_\w+|BASH_ENV|ENV|SHELL|IFS)$/i;

function obeyedIn(text: string): ReadonlyMap<string, string> {
  return new Map(
    splitLines(text).flatMap((line): readonly (readonly [string, string])[] => {
      const [, name = '', value = ''] = /^\s*(?:export\s+)?([\w.]+)\s*[=:]\s*(.*?)\s*$/.exec(line) ?? [];
      return OBEYED.test(name) ? [[name, value]] : [];
    }),
  );
}
