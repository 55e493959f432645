import { readXml } from '../xml.ts';
import { damaged, type FileCoverage, NO_COUNT } from './file-coverage.ts';

interface Seen {
  readonly lines: Map<number, boolean>;
  readonly methods: Map<string, boolean>;
  branches: { total: number; covered: number };
}

/** Reads a report in the format of Cobertura, which many tools write. A file in several classes counts once. */
export function readCobertura(text: string): readonly FileCoverage[] {
  const files = new Map<string, Seen>();
  let [file, method] = [undefined as Seen | undefined, undefined as string | undefined];
  let isReport = false;
  readXml([new TextEncoder().encode(withoutDoctype(text))], {
    open(name, attributes) {
      const of = (key: string) => attributes.get(key) ?? '';
      if (name === 'coverage') isReport = true;
      if (name === 'class') {
        file = files.get(of('filename')) ?? { lines: new Map(), methods: new Map(), branches: { ...NO_COUNT } };
        files.set(of('filename'), file);
      }
      if (name === 'method') method = `${of('name')} ${of('signature')}`;
      if (name === 'line' && file !== undefined) takeLine(file, method, of);
    },
    text: () => undefined,
    close(name) {
      if (name === 'class') file = undefined;
      if (name === 'method') method = undefined;
    },
  });
  if (!isReport) throw damaged('Cobertura', 'it has no element coverage');
  return [...files].map(([path, seen]) => fileOf(path, seen));
}

/** The type of the document is well known, and nothing of it is needed. One that defines something stays, and is refused. */
function withoutDoctype(text: string): string {
  return text.replace(/<!DOCTYPE\s+coverage\s+(?:SYSTEM|PUBLIC)\s+(?:"[^"[\]]*"\s*){1,2}>/i, '');
}

/** Lines stand in their method and again in their class: only those of the class are counted with branches. */
function takeLine({ lines, methods, branches }: Seen, method: string | undefined, of: (key: string) => string): void {
  const [line, hits] = [of('number'), of('hits')];
  if (!/^\d{1,9}$/.test(line) || !/^\d{1,15}$/.test(hits))
    throw damaged('Cobertura', 'a line has no number or no hits');
  const isRun = Number(hits) > 0;
  if (method !== undefined) {
    methods.set(method, (methods.get(method) ?? false) || isRun);
    return;
  }
  lines.set(Number(line), (lines.get(Number(line)) ?? false) || isRun);
  const [, covered, total] = /\((\d{1,6})\/(\d{1,6})\)/.exec(of('condition-coverage')) ?? [];
  if (covered === undefined || total === undefined || Number(covered) > Number(total)) return;
  branches.total += Number(total);
  branches.covered += Number(covered);
}

function fileOf(path: string, { lines, methods, branches }: Seen): FileCoverage {
  const count = (those: ReadonlyMap<unknown, boolean>) => ({
    total: those.size,
    covered: [...those.values()].filter(Boolean).length,
  });
  return { path, lines: count(lines), statements: count(lines), branches, functions: count(methods) };
}
