import type { Mutant } from '../../code/mutants.ts';

/** What StrykerJS says about one wrong version of a file; lines and columns count from 0. */
interface StrykerMutant {
  readonly mutatorName: string;
  readonly replacement: string;
  readonly location: { readonly start: Place; readonly end: Place };
}

interface Place {
  readonly line: number;
  readonly column: number;
}

interface Stryker {
  readonly Instrumenter: new (
    log: unknown,
  ) => {
    instrument(
      files: readonly { name: string; content: string; mutate: readonly { start: Place; end: Place }[] }[],
      options: unknown,
    ): Promise<{ readonly mutants: readonly StrykerMutant[] }>;
  };
}

const CODE = /\.[cm]?[jt]sx?$/;

/**
 * Wrong versions of JavaScript and TypeScript by StrykerJS, which knows the language, where it is installed; `undefined`
 * where it is not, for other files, and for what it cannot read.
 */
export async function strykerMutants(
  path: string,
  text: string,
  lines: readonly number[],
): Promise<readonly Mutant[] | undefined> {
  const stryker = CODE.test(path) ? await loadStryker() : undefined;
  if (stryker === undefined) return undefined;
  const mutate = lines.map((line) => ({ start: { line: line - 1, column: 0 }, end: { line, column: 0 } }));
  const mutants = await new stryker.Instrumenter(SILENT)
    .instrument([{ name: path, content: text, mutate }], OPTIONS)
    .then(
      (result) => result.mutants,
      // A text that its parser does not take: the plain operators still can.
      () => undefined,
    );
  return mutants?.map((mutant) => written(path, text, mutant));
}

const OPTIONS = { plugins: null, excludedMutations: [], ignorers: [], noHeader: true };

function written(path: string, text: string, { replacement, location: { start, end } }: StrykerMutant): Mutant {
  const offsets = lineOffsets(text);
  const [from, to] = [start, end].map(({ line, column }) => (offsets[line] ?? text.length) + column) as [
    number,
    number,
  ];
  return {
    path,
    text: `${text.slice(0, from)}${replacement}${text.slice(to)}`,
    line: start.line + 1,
    what: `${short(text.slice(from, to))} became ${short(replacement)}`,
  };
}

function lineOffsets(text: string): readonly number[] {
  const offsets = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) offsets.push(at + 1);
  return offsets;
}

const LONGEST_SHOWN = 60;

function short(code: string): string {
  const line = code.replaceAll(/\s+/g, ' ').trim();
  return line.length > LONGEST_SHOWN ? `${line.slice(0, LONGEST_SHOWN)}...` : line || 'nothing';
}

/** Its log says nothing: what matters comes back as mutants. */
const SILENT = new Proxy({}, { get: () => () => false });

let loading: Promise<Stryker | undefined> | undefined;

/** Part of StrykerJS, not of Baton: `npm install --save-dev @stryker-mutator/instrumenter@9` brings it. */
function loadStryker(): Promise<Stryker | undefined> {
  loading ??= import('@stryker-mutator/instrumenter').then(
    (module) => module as unknown as Stryker,
    () => undefined,
  );
  return loading;
}
