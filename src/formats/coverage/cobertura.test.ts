import { describe, expect, it } from 'vitest';
import { readCobertura } from './cobertura.ts';

const REPORT = `<?xml version="1.0" ?>
<!DOCTYPE coverage SYSTEM "http://cobertura.sourceforge.net/xml/coverage-04.dtd">
<coverage line-rate="1"><packages><package name="a"><classes>
  <class name="A" filename="src/A.java" line-rate="1">
    <methods><method name="push" signature="()V"><lines><line number="2" hits="1"/></lines></method>
      <method name="pop" signature="()V"><lines><line number="4" hits="0"/></lines></method></methods>
    <lines><line number="2" hits="1" branch="true" condition-coverage="50% (1/2)"/><line number="4" hits="0"/></lines>
  </class>
  <class name="A$B" filename="src/A.java"><methods/><lines><line number="4" hits="3"/></lines></class>
</classes></package></packages></coverage>`;

describe('a report of Cobertura', () => {
  it('is read by its lines, those of one file together', () => {
    expect(readCobertura(REPORT)).toEqual([
      {
        path: 'src/A.java',
        lines: { total: 2, covered: 2 },
        statements: { total: 2, covered: 2 },
        branches: { total: 2, covered: 1 },
        functions: { total: 2, covered: 1 },
      },
    ]);
  });

  it.each([
    ['defines entities', '<!DOCTYPE coverage [<!ENTITY a "b">]><coverage/>'],
    ['is something else', '<html/>'],
    ['is not well-formed', '<coverage><class>'],
    ['has lines without hits', '<coverage><class filename="a"><lines><line number="1"/></lines></class></coverage>'],
  ])('is refused when it %s', (_, text) => {
    expect(() => readCobertura(text)).toThrow();
  });
});
