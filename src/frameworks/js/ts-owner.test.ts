import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { classifyJsError } from './failure.ts';

const directory = mkdtempSync(join(tmpdir(), 'baton-ts-'));
mkdirSync(join(directory, 'test'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const HEAD = `import { expect, expectTypeOf, it } from 'vitest';
import { level, LIMIT, opts, type Options, Stack, sum } from '../src/sum';
function own(a: number): number { return a; }
const t = new Stack(1);
const wrapped = (n: number) => sum(n, n);
`;

/** What is made of a complaint about the place marked by `^` in a line of a test. */
function judge(marked: string, code: string, text = 'Expected 2 arguments, but got 3.') {
  const column = marked.indexOf('^') + 1;
  const line = marked.replace('^', '');
  writeFileSync(join(directory, 'test/a.test.ts'), `${HEAD}it('x', () => {\n${line}\n});\n`);
  const message = `test/a.test.ts:7:${column} - error TS${code}: ${text}\n\n7 ${line}\n   ~~~\n`;
  const { kind, diagnostics } = classifyJsError({ message }, { directory }, { collecting: true });
  return [kind, diagnostics?.[0]?.what, diagnostics?.[0]?.from].filter((one) => one !== undefined);
}

describe('a type error about what the project declares is missing', () => {
  it.each([
    ['an argument too many', '  expect(sum(1, 2, ^3)).toBe(6);', '2554'],
    ['an argument too few', '  expect(^sum(1)).toBe(6);', '2554'],
    ['another type of argument', "  expect(sum(^'1', 2)).toBe(6);", '2345'],
    ['an unknown field of an argument', '  expect(opts({ ^b: 1 })).toBe(1);', '2353'],
    ['a constructor', '  const s = ^new Stack();', '2554'],
    ['a method of what the test made', '  t.push(1, ^2);', '2554'],
    ['an unknown field of a declared type', '  const o: Options = { ^zed: 1 };', '2353'],
    ['another type of result', '  const ^x: string = sum(1, 2);', '2322'],
    ['a member of a union', "  level(^'middle');", '2345'],
    ['elements of a declared type', '  const list: Stack[] = [^{ size: 1 }];', '2739'],
    ['a call through several lines', '  sum(\n    1,\n    2,\n    ^3);'.replace(/\n +/g, ' '), '2554'],
    ['a type that is compared', '  expectTypeOf(sum(1, 2)).^toBeString();', '2349'],
  ])('%s', (_, line, code) => {
    expect(judge(line, code)).toEqual(['missing', 'signature', 'src/sum.ts']);
  });
});

describe("a type error in the test's own code is no missing thing", () => {
  it.each([
    ["the test's own function", '  own(1, ^2);', '2554'],
    ["the test's own function of the project's", '  wrapped(1, ^2);', '2554'],
    ['a variable', '  const ^y: string = 5;', '2322'],
    ['a matcher', '  expect(sum(1, 2)).toBe(1, ^2);', '2554'],
    ['a function of a package', '  JSON.parse(^5);', '2345'],
    ['a null that may be', '  t.top.^size;', '2532'],
  ])('%s', (_, line, code) => {
    expect(judge(line, code)[0]).toBe('other');
  });

  it('a member of a variable of its own', () => {
    expect(judge('  const n = 5; n.^foo;', '2339', "Property 'foo' does not exist on type 'number'.")[0]).toBe('other');
  });

  it('a member that the framework has not, beside one that the project is to have', () => {
    const text = "Property 'pop' does not exist on type 'Stack'.";
    expect(judge('  t.^pop();', '2339', text)).toEqual(['missing', 'member']);
    const unknown = "Property 'toBee' does not exist on type 'Matchers'.";
    expect(judge('  expect(sum(1, 2)).^toBee(3);', '2551', unknown)[0]).toBe('other');
  });
});

it('a type error that a checker beside the tests found is judged by its place', () => {
  writeFileSync(join(directory, 'test/c.test-d.ts'), `${HEAD}sum(1, 2, 3);\nown(1, 2);\n`);
  const at = (line: number, column: number) => ({ file: join(directory, 'test/c.test-d.ts'), line, column });
  const error = (line: number, column: number) => ({
    name: 'TypeCheckError',
    message: 'Expected 2',
    typed: at(line, column),
  });
  expect(classifyJsError(error(6, 11), { directory })).toMatchObject({ kind: 'missing', location: { line: 6 } });
  expect(classifyJsError(error(7, 8), { directory }).kind).toBe('other');
});
