import {
  findInScripts,
  findStep,
  refuseIfDynamic,
  type ScriptStep,
  testScripts,
  type Word,
} from '../js/package-script.ts';
import type { Manifest } from '../js/project.ts';

/** How a project starts mocha, as words that need no shell; nothing for mocha as it comes. */
export interface MochaCommand {
  readonly command: readonly string[] | undefined;
  /** Shell commands to run first: the compiler. */
  readonly before: readonly string[];
}

/** The user's own command, else the first script about tests that starts mocha. Mocha reads globs itself. */
export function mochaCommand(command: readonly string[] | undefined, { scripts }: Manifest): MochaCommand {
  if (command !== undefined) {
    const words = command.map((text) => ({ text, quoted: true }));
    const step = findStep(words, scripts, startsMocha);
    return step === undefined ? { command, before: [] } : wordsOf(step);
  }
  const name = mochaScript({ scripts });
  const step = name === undefined ? undefined : findInScripts(name, scripts, startsMocha);
  if (step !== undefined) return wordsOf(step);
  refuseIfDynamic(scripts, startsMocha, 'npx mocha');
  return { command: undefined, before: [] };
}

/** The script about tests that starts mocha; `test` if several do. */
export function mochaScript({ scripts }: Pick<Manifest, 'scripts'>): string | undefined {
  return testScripts(scripts).find((name) => findInScripts(name, scripts, startsMocha) !== undefined);
}

function startsMocha(words: readonly Word[]): boolean {
  const { program } = withoutNode(words);
  return /(^|\/)_?mocha(\.[cm]?js)?$/.test(program[0]?.text ?? '');
}

/** `node`'s options, each as one word, and the program's words from its name on. */
function withoutNode(words: readonly Word[]): {
  readonly options: readonly string[];
  readonly program: readonly Word[];
} {
  if (words[0]?.text.split('/').pop() !== 'node') return { options: [], program: words };
  const options: string[] = [];
  let at = 1;
  for (; words[at]?.text.startsWith('-'); at += 1) {
    const { text = '' } = words[at] ?? {};
    const value = VALUED.test(text) ? words[++at]?.text : undefined;
    options.push(value === undefined ? text : `${LONG[text] ?? text}=${value}`);
  }
  return { options, program: words.slice(at) };
}

const VALUED = /^(-r|-C|--(import|require|loader|experimental-loader|conditions|env-file|title|disable-warning))$/;
const LONG: Readonly<Record<string, string>> = { '-r': '--require', '-C': '--conditions' };

function wordsOf({ environment, words, before }: ScriptStep): MochaCommand {
  const { options, program } = withoutNode(words);
  const settings = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const args = program.slice(1).map(({ text }) => text);
  return { command: [...settings, ...(options.length > 0 ? ['node', ...options] : []), 'mocha', ...args], before };
}
