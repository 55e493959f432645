import { languageOf } from './language.ts';

/** Examples in documentation that are run as tests: Rust's fenced code in doc comments, Python's `>>>`. */
export function examplesIn(path: string, text: string): readonly string[] {
  const language = languageOf(path);
  if (language === 'rust') return fencedExamples(text);
  return language === 'python' ? promptExamples(text) : [];
}

const DOC_LINE = /^\s*(?:\/\/[/!]|\/\*[*!]|\*(?!\/))(.*)$/;
const RUN_AS_RUST = /^(?:\s*(?:rust|should_panic|no_run|compile_fail|edition\d+|ignore[\w-]*)\s*,?)*$/;

function fencedExamples(text: string): readonly string[] {
  const examples: string[] = [];
  let open: { readonly isRun: boolean; readonly lines: string[] } | undefined;
  for (const line of text.split('\n')) {
    const said = DOC_LINE.exec(line)?.[1]?.trim();
    const fence = said === undefined ? null : /^(?:```+|~~~+)(.*)$/.exec(said);
    if (said === undefined) open = undefined;
    else if (fence === null) open?.lines.push(said);
    else if (open === undefined) open = { isRun: RUN_AS_RUST.test(fence[1] ?? ''), lines: [said] };
    else {
      if (open.isRun) examples.push(joined(open.lines));
      open = undefined;
    }
  }
  return examples;
}

/** A prompt with everything below it up to an empty line or the end of the text it stands in. */
function promptExamples(text: string): readonly string[] {
  const examples: string[][] = [];
  let isOpen = false;
  for (const line of text.split('\n').map((one) => one.trim())) {
    const begins = line.startsWith('>>>');
    if (begins && !isOpen) examples.push([]);
    isOpen = (isOpen || begins) && line !== '' && !/^(?:"""|''')/.test(line);
    if (isOpen) examples.at(-1)?.push(line);
  }
  return examples.map(joined);
}

function joined(lines: readonly string[]): string {
  return lines.filter((line) => line !== '').join('\n');
}
