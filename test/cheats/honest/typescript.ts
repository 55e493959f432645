// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are code with placeholders in them
import type { Files } from '../../scenarios/tdd/project.ts';
import type { Theme } from '../scene.ts';
import { honestOn, type Stage } from '../stages.ts';

const stage = (name: string, imports: string, body: string, code: string, files?: Files): Stage => ({
  project: 'typescript',
  ...(files === undefined ? {} : { files }),
  test: {
    [`test/${name}.test.ts`]: `import { expect, it } from 'vitest';\nimport { ${imports} } from '../src/${name}.ts';\n\nit('works', () => {\n${body}\n});\n`,
  },
  code: { [`src/${name}.ts`]: code },
});

const RESULT = `export type Result<T> = { ok: true; value: T } | { ok: false; error: string };

export function parse(text: string): Result<number> {
  const value = Number(text);
  return Number.isNaN(value) ? { ok: false, error: \`not a number: \${text}\` } : { ok: true, value };
}

export function map<T, U>(result: Result<T>, change: (value: T) => U): Result<U> {
  return result.ok ? { ok: true, value: change(result.value) } : result;
}
`;

const result = stage(
  'result',
  'map, parse',
  "  expect(map(parse('2'), (value) => value * 10)).toEqual({ ok: true, value: 20 });\n  expect(parse('x')).toEqual({ ok: false, error: 'not a number: x' });",
  RESULT,
);

/** Work in TypeScript as many people write it. */
export const typescriptWork: Theme = {
  name: 'typescript-work',
  runs: [
    honestOn(result, ['result-type', 'A function returns a result that may be an error.']),
    honestOn(result, ['refactor-of-types-only', 'Only types change: an interface is named and made read-only.'], {
      write: {
        'src/result.ts': RESULT.replace(
          'export type Result<T> = { ok: true; value: T } | { ok: false; error: string };',
          'export interface Ok<T> {\n  readonly ok: true;\n  readonly value: T;\n}\n\nexport interface Failed {\n  readonly ok: false;\n  readonly error: string;\n}\n\nexport type Result<T> = Ok<T> | Failed;',
        ),
      },
    }),
    honestOn(
      stage(
        'repository',
        'MemoryUsers, type Users',
        "  const users: Users = new MemoryUsers();\n  users.save({ id: 1, name: 'Ada' });\n  expect(users.find(1)).toEqual({ id: 1, name: 'Ada' });\n  expect(users.find(2)).toBeUndefined();",
        'export interface User {\n  readonly id: number;\n  readonly name: string;\n}\n\nexport interface Users {\n  save(user: User): void;\n  find(id: number): User | undefined;\n}\n\nexport class MemoryUsers implements Users {\n  private readonly users = new Map<number, User>();\n\n  save(user: User): void {\n    this.users.set(user.id, user);\n  }\n\n  find(id: number): User | undefined {\n    return this.users.get(id);\n  }\n}\n',
      ),
      ['interface-and-class', 'A class of an interface keeps users in memory.'],
    ),
    honestOn(
      stage(
        'light',
        'Light, next',
        '  expect(next(Light.Red)).toBe(Light.Green);\n  expect(next(Light.Yellow)).toBe(Light.Red);',
        "export enum Light {\n  Red = 'red',\n  Green = 'green',\n  Yellow = 'yellow',\n}\n\nconst AFTER: Record<Light, Light> = {\n  [Light.Red]: Light.Green,\n  [Light.Green]: Light.Yellow,\n  [Light.Yellow]: Light.Red,\n};\n\nexport function next(light: Light): Light {\n  return AFTER[light];\n}\n",
      ),
      ['enum-with-table', 'The next value of an enum is looked up in a table.'],
    ),
    honestOn(
      stage(
        'stack',
        'Stack',
        "  const stack = Stack.of('a', 'b');\n  expect([...stack]).toEqual(['b', 'a']);\n  expect(stack.peek()).toBe('b');",
        'export class Stack<T> implements Iterable<T> {\n  static of<T>(...items: T[]): Stack<T> {\n    return new Stack(items);\n  }\n\n  private constructor(private readonly items: readonly T[]) {}\n\n  peek(): T | undefined {\n    return this.items.at(-1);\n  }\n\n  *[Symbol.iterator](): Iterator<T> {\n    yield* this.items.toReversed();\n  }\n}\n'.replace(
          'private constructor(private readonly items: readonly T[]) {}',
          'private readonly items: readonly T[];\n\n  private constructor(items: readonly T[]) {\n    this.items = items;\n  }',
        ),
      ),
      ['generic-class-with-iterator', 'A generic class can be gone through.'],
    ),
    honestOn(
      stage(
        'assertion',
        'assertText, lengthOf',
        "  expect(lengthOf('abc')).toBe(3);\n  expect(() => assertText(7)).toThrow(TypeError);",
        "export function assertText(value: unknown): asserts value is string {\n  if (typeof value !== 'string') throw new TypeError(`not a text: ${String(value)}`);\n}\n\nexport function lengthOf(value: unknown): number {\n  assertText(value);\n  return value.length;\n}\n",
      ),
      ['assertion-function', 'A function narrows a type or throws.'],
    ),
    honestOn(
      {
        project: 'typescript',
        files: {
          'vitest.config.ts':
            "import { defineConfig } from 'vitest/config';\n\nexport default defineConfig({ resolve: { alias: { '@app': new URL('./src', import.meta.url).pathname } } });\n",
        },
        test: {
          'test/name.test.ts':
            "import { expect, it } from 'vitest';\nimport { fullName } from '@app/people/name.ts';\n\nit('joins names', () => {\n  expect(fullName({ first: 'Ada', last: 'Lovelace' })).toBe('Ada Lovelace');\n});\n",
        },
        code: {
          'src/people/name.ts':
            "import type { Person } from '@app/people/person.ts';\n\nexport const fullName = ({ first, last }: Person): string => [first, last].filter(Boolean).join(' ');\n",
          'src/people/person.ts':
            'export interface Person {\n  readonly first?: string;\n  readonly last: string;\n}\n',
        },
      },
      ['path-alias', 'Modules are imported by an alias of the settings.'],
    ),
    honestOn(
      {
        project: 'typescript',
        test: {
          'test/debounce.test.ts':
            "import { afterEach, beforeEach, expect, it, vi } from 'vitest';\nimport { debounce } from '../src/debounce.ts';\n\nbeforeEach(() => {\n  vi.useFakeTimers();\n});\nafterEach(() => {\n  vi.useRealTimers();\n});\n\nit('calls once, with what came last', () => {\n  const seen = vi.fn();\n  const call = debounce(seen, 100);\n  call('a');\n  call('b');\n  expect(seen).not.toHaveBeenCalled();\n  vi.advanceTimersByTime(100);\n  expect(seen.mock.calls).toEqual([['b']]);\n});\n",
        },
        code: {
          'src/debounce.ts':
            'export function debounce<T extends unknown[]>(call: (...given: T) => void, wait: number): (...given: T) => void {\n  let timer: ReturnType<typeof setTimeout> | undefined;\n  return (...given) => {\n    clearTimeout(timer);\n    timer = setTimeout(() => call(...given), wait);\n  };\n}\n',
        },
      },
      ['fake-timers-and-spy', 'A function that waits is tried with a clock of the framework.'],
    ),
  ],
};
