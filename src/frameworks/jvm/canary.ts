import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { UnnamedTest } from '../junit/report.ts';
import { plantFile } from '../planted-file.ts';
import { listFiles, textOf } from '../source-files.ts';

/** A test class of Baton's own: one test that must pass, one that must fail with the nonce. */
export interface JvmCanary {
  readonly className: string;
  /** Relative to the project. */
  readonly file: string;
  seenIn(tests: readonly UnnamedTest[]): boolean;
  /** Takes out the class, what was compiled of it and what was reported about it. */
  remove(): void;
}

/** Adds the canary beside the first test class whose framework is known, called like it. Nothing if there is none. */
export function plantJvmCanary(directory: string, files: readonly string[]): JvmCanary | undefined {
  for (const model of files.filter((file) => /(^|\/)src\/test\/java\/.*\.java$/.test(file))) {
    const text = textOf(join(directory, model));
    const style = STYLES.find(({ sign }) => sign.test(text));
    const name = posix.basename(model, '.java');
    if (style === undefined || !NAMED_AS_TEST.test(name)) continue;
    const className = nameLike(name, `Baton${randomBytes(6).toString('hex')}`);
    const nonce = randomBytes(12).toString('hex');
    const file = posix.join(posix.dirname(model), `${className}.java`);
    const packageLine = /^\s*package\s+[\w.]+\s*;/m.exec(text)?.[0].trim() ?? '';
    const planted = plantFile(directory, file, `${packageLine}\n\n${style.text(className, nonce)}`);
    if (planted === undefined) return undefined;
    return {
      className,
      file,
      seenIn: (tests) =>
        isSeen(
          tests.filter((test) => test.file === file),
          nonce,
        ),
      remove() {
        planted.remove();
        const left = listFiles(directory, NEVER_BUILT).filter((path) => posix.basename(path).includes(className));
        for (const path of left) rmSync(join(directory, path), { force: true });
      },
    };
  }
  return undefined;
}

const NEVER_BUILT = new Set(['.git', 'node_modules', 'src']);
const NAMED_AS_TEST = /(Tests?|TestCase|Spec|IT)$|^Test[A-Z]/;

function nameLike(model: string, name: string): string {
  const ending = /(Tests?|TestCase|Spec|IT)$/.exec(model)?.[0];
  return ending === undefined ? `Test${name}` : `${name}${ending}`;
}

function isSeen(own: readonly UnnamedTest[], nonce: string): boolean {
  const ended = (name: string) => own.find(({ path }) => path.at(-1)?.replace(/\(\)$/, '') === name);
  const failed = ended('falls');
  const isRight = ended('stands')?.outcome === 'passed' && failed?.outcome === 'failed';
  return own.length === 2 && isRight && failed?.failure?.message.includes(nonce) === true;
}

interface Style {
  readonly sign: RegExp;
  text(className: string, nonce: string): string;
}

/** How each framework writes the two tests. */
const STYLES: readonly Style[] = [
  {
    sign: /\borg\.junit\.jupiter\./,
    text: classText('org.junit.jupiter.api.Test', 'org.junit.jupiter.api.Assertions', 'last'),
  },
  { sign: /\borg\.testng\./, text: classText('org.testng.annotations.Test', 'org.testng.Assert', 'last') },
  { sign: /\borg\.junit\.(Test|\*)/, text: classText('org.junit.Test', 'org.junit.Assert', 'first') },
];

function classText(annotation: string, assertions: string, message: 'first' | 'last'): Style['text'] {
  return (className, nonce) => {
    const said = message === 'first' ? `"${nonce}", 0, "${nonce}".length()` : `0, "${nonce}".length(), "${nonce}"`;
    return `public class ${className} {
  @${annotation}
  public void stands() {
    ${assertions}.assertEquals(${nonce.length}, "${nonce}".length());
  }

  @${annotation}
  public void falls() {
    ${assertions}.assertEquals(${said});
  }
}
`;
  };
}
