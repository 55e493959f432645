import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { indexSources } from '../source-index.ts';
import { compileFailures } from './javac.ts';

const FILES = ['src/main/java/com/acme/calc/Calc.java', 'src/test/java/com/acme/calc/CalcTest.java'];
const sources = indexSources('/project', FILES);
const TEST = '/project/src/test/java/com/acme/calc/CalcTest.java';

function told(output: string) {
  return Object.fromEntries(
    [...compileFailures(output, sources)].map(([file, { kind, diagnostics }]) => [
      file,
      [
        kind,
        ...(diagnostics ?? []).map(({ what, name, ours }) =>
          [what, name, ours].filter((part) => part !== undefined).join(' '),
        ),
      ],
    ]),
  );
}

/** As Maven 3.8.7 with javac 17 wrote it: everything twice, the second time behind [ERROR]. */
const MAVEN = `[ERROR] COMPILATION ERROR :
[ERROR] ${TEST}:[5,21] package com.acme.stack does not exist
[ERROR] ${TEST}:[7,15] cannot find symbol
  symbol:   class Missing
  location: package com.acme.calc
[ERROR] ${TEST}:[3,1] cannot find symbol
  symbol:   static divides
  location: class com.acme.calc.Calc
[ERROR] ${TEST}:[9,43] cannot find symbol
  symbol:   method multiply(int,int)
  location: class com.acme.calc.Calc
[ERROR] ${TEST}:[10,20] cannot find symbol
  symbol:   class Stack
  location: class com.acme.calc.CalcTest
[ERROR] Failed to execute goal org.apache.maven.plugins:maven-compiler-plugin:3.13.0:testCompile (default-testCompile) on project calc: Compilation failure: Compilation failure:
[ERROR] ${TEST}:[5,21] package com.acme.stack does not exist
[ERROR] ${TEST}:[7,15] cannot find symbol
[ERROR]   symbol:   class Missing
[ERROR]   location: package com.acme.calc
`;

it('things of the project that do not exist yet are missing', () => {
  expect(told(MAVEN)).toEqual({
    [FILES[1] ?? '']: [
      'missing',
      'module com.acme.stack true',
      'export Missing true',
      'member Calc.divides true',
      'member Calc.multiply true',
      'undefined Stack',
    ],
  });
});

it('what is used otherwise than the project declares it is missing, and a slip of the test is not', () => {
  const output = (...complaints: string[]) =>
    complaints.map((one) => `${TEST}:5: error: ${one}\n    x\n    ^`).join('\n');
  const differ = '  required: int,int\n  found:    int,int,int';
  const given = 'cannot be applied to given types;';
  const changed = [
    `method add in class Calc ${given}\n    new Calc().add(1, 2, 3);\n              ^\n${differ}`,
    'no suitable method found for over(int,int,int)\n    new Calc().over(1, 2, 3);\n    ^\n    method Calc.over(int) is not applicable',
    'hidden() has private access in Calc',
    'incompatible types: Calc cannot be converted to int',
  ];
  const kinds = (one: string) => told(output(one))[FILES[1] ?? '']?.[0];
  expect(changed.map(kinds)).toEqual(changed.map(() => 'missing'));
  const own = [
    `method own in class CalcTest ${given}\n    own(1, 2);\n    ^\n${differ}`,
    'incompatible types: String cannot be converted to int',
    'no suitable method found for own(int)\n    own(1);\n    ^\n    method CalcTest.own(int,int) is not applicable',
  ];
  expect(own.map(kinds)).toEqual(own.map(() => 'other'));
});

it('the same in the words of Gradle and of Kotlin', () => {
  const gradle = `> Task :compileTestJava FAILED
${TEST}:9: error: cannot find symbol
    assertEquals(6, Calc.multiply(2, 3));
                        ^
  symbol:   method multiply(int,int)
  location: class Calc
1 error
e: file:///project/src/test/kotlin/CalcTest.kt:5:9 Unresolved reference 'multiply'.
`;
  expect(told(gradle)).toEqual({
    [FILES[1] ?? '']: ['missing', 'member Calc.multiply true'],
    'src/test/kotlin/CalcTest.kt': ['missing', 'undefined multiply'],
  });
});

it.each([
  ['a package of others', 'package org.left does not exist', '', '', 'import'],
  ['a class that is asked for one inside it', 'package Order does not exist', '', '', 'missing'],
  ['another company under the same top', 'package com.other.stack does not exist', '', '', 'import'],
  [
    'a name in small letters in the test itself',
    'cannot find symbol',
    'variable yyy',
    'class com.acme.calc.CalcTest',
    'other',
  ],
  ['a function in the test itself', 'cannot find symbol', 'method foo()', 'class com.acme.calc.CalcTest', 'other'],
  ['a class used by its name', 'cannot find symbol', 'variable Other', 'class com.acme.calc.CalcTest', 'missing'],
  [
    'a method of a variable',
    'cannot find symbol',
    'method peek()',
    'variable calc of type com.acme.calc.Calc',
    'missing',
  ],
  ['a method of the library', 'cannot find symbol', 'method peek()', 'class java.util.ArrayList', 'other'],
  ['a wrong type', 'incompatible types: java.lang.String cannot be converted to int', '', '', 'other'],
  ['a missing brace', 'reached end of file while parsing', '', '', 'syntax'],
  ['a missing semicolon', "';' expected", '', '', 'syntax'],
  ['a half expression', 'illegal start of expression', '', '', 'syntax'],
  ['a statement that is none', 'not a statement', '', '', 'syntax'],
])('%s', (_, message, symbol, location, kind) => {
  const below = symbol === '' ? '' : `\n  symbol:   ${symbol}\n  location: ${location}`;
  expect(Object.values(told(`[ERROR] ${TEST}:[1,2] ${message}${below}\n`))[0]?.[0]).toBe(kind);
});

it('names of static imports and classes inside others are those of the class they come from', () => {
  const directory = mkdtempSync(join(tmpdir(), 'baton-javac-'));
  const file = 'src/test/java/app/MoneyTest.java';
  mkdirSync(join(directory, 'src/test/java/app'), { recursive: true });
  const imports = [
    'static app.Money.euros',
    'static app.Rates.rate',
    'static app.Money.*',
    'static org.junit.Assert.*',
  ];
  const uses = 'class MoneyTest { void a() { euros(5); rate(1); cents(2); new Money.Inner(3); } }';
  writeFileSync(join(directory, file), `${imports.map((one) => `import ${one};\n`).join('')}${uses}\n`);
  const complaints = [
    [2, 'cannot find symbol', 'class Rates', 'package app'],
    [2, 'static import only from classes and interfaces'],
    [1, 'cannot find symbol', 'static euros', 'class app.Money'],
    ...['euros(int)', 'rate(int)', 'cents(int)'].map((name) => [
      5,
      'cannot find symbol',
      `method ${name}`,
      'class MoneyTest',
    ]),
    [5, 'constructor Inner in class Inner cannot be applied to given types;'],
  ];
  const output = complaints.map(([line, message, symbol, location]) => {
    const below = symbol === undefined ? '' : `\n  symbol:   ${symbol}\n  location: ${location}`;
    return `${directory}/${file}:${line}: error: ${message}${below}`;
  });
  const index = indexSources(directory, ['src/main/java/app/Money.java', file]);
  const [failure] = [...compileFailures(output.join('\n'), index).values()];
  rmSync(directory, { recursive: true });
  expect(failure?.kind).toBe('missing');
  expect(failure?.diagnostics?.map(({ what, name }) => `${what} ${name}`)).toEqual([
    'export Rates',
    'member Money.euros',
    'member Money.euros',
    'member Rates.rate',
    'member Money.cents',
    'signature constructor Inner in class Inner cannot be applied to given types;',
  ]);
});

it('a test class that has another name than its file is found by what the file declares', () => {
  const directory = mkdtempSync(join(tmpdir(), 'baton-javac-'));
  const file = 'src/test/java/app/SlugTest.java';
  mkdirSync(join(directory, 'src/test/java/app'), { recursive: true });
  writeFileSync(join(directory, file), 'package app;\nclass SlugMakerTest { Slug slug; }\n');
  const index = indexSources(directory, [file]);
  const output = `${directory}/${file}:2: error: cannot find symbol\n  symbol:   class Slug\n  location: class app.SlugMakerTest`;
  const [failure] = [...compileFailures(output, index).values()];
  expect([failure?.kind, index.fileOf('app.SlugMakerTest$Inner'), index.fileOf('app.OtherTest')]).toEqual([
    'missing',
    { file, rest: ['Inner'] },
    undefined,
  ]);
  rmSync(directory, { recursive: true });
});
