import { appendFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../../test/repository.ts';
import { indexSources } from '../source-index.ts';
import { readJunit, readJunitFile } from './junit-xml.ts';
import { testsOfJunit } from './report.ts';

/** Reads a report as of a project with these files: each test's id, how it ended and why. */
function read(xml: string, files: readonly string[] = []) {
  const file = readJunit([Buffer.from(xml)]);
  const { tests, uncollected } = testsOfJunit(file?.cases ?? [], indexSources('/project', files));
  return {
    tests: Object.fromEntries(
      tests.map(({ file, path, outcome, failure }) => [
        `${file}::${path.join(' > ')}`,
        [outcome, failure?.kind].filter(Boolean).join(' '),
      ]),
    ),
    uncollected: uncollected.map(({ file, failure }) => `${file} ${failure.kind}`),
    incomplete: file?.incomplete,
  };
}

/** As Surefire 3.5.2 wrote it, the properties left out. */
const SUREFIRE = `<?xml version="1.0" encoding="UTF-8"?>
<testsuite xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="https://maven.apache.org/surefire/maven-surefire-plugin/xsd/surefire-test-report.xsd" version="3.0.2" name="example.CalcTest" time="1.143" tests="5" errors="2" skipped="1" failures="1">
  <properties>
    <property name="java.specification.version" value="17"/>
  </properties>
  <testcase name="npe" classname="example.CalcTest" time="0.047">
    <error message="Cannot invoke &quot;String.length()&quot; because &quot;s&quot; is null" type="java.lang.NullPointerException"><![CDATA[java.lang.NullPointerException: Cannot invoke "String.length()" because "s" is null
	at example.CalcTest.npe(CalcTest.java:7)
]]></error>
  </testcase>
  <testcase name="hangs" classname="example.CalcTest" time="1.017">
    <error message="hangs() timed out after 1 second" type="java.util.concurrent.TimeoutException"><![CDATA[java.util.concurrent.TimeoutException: hangs() timed out after 1 second
]]></error>
  </testcase>
  <testcase name="later" classname="example.CalcTest" time="0.0">
    <skipped message="later"/>
  </testcase>
  <testcase name="subtracts" classname="example.CalcTest" time="0.003">
    <failure message="expected: &lt;3&gt; but was: &lt;2&gt;" type="org.opentest4j.AssertionFailedError"><![CDATA[org.opentest4j.AssertionFailedError: expected: <3> but was: <2>
	at org.junit.jupiter.api.AssertEquals.failNotEqual(AssertEquals.java:197)
	at example.CalcTest.subtracts(CalcTest.java:6)
]]></failure>
  </testcase>
  <testcase name="works" classname="example.CalcTest$A$B" time="0.001"/>
</testsuite>`;

describe('reports of', () => {
  const java = 'src/test/java/example/CalcTest.java';

  it('Maven Surefire', () => {
    expect(read(SUREFIRE, [java])).toEqual({
      tests: {
        [`${java}::npe`]: 'failed other',
        [`${java}::hangs`]: 'failed timeout',
        [`${java}::later`]: 'skipped',
        [`${java}::subtracts`]: 'failed assertion',
        [`${java}::A > B > works`]: 'passed',
      },
      uncollected: [],
      incomplete: undefined,
    });
  });

  it('Maven Surefire, when a hook around all tests of a class fails', () => {
    const xml = `<testsuite name="example.CalcTest" tests="1" errors="1" failures="0" skipped="0">
      <testcase name="" classname="example.CalcTest"><error type="java.lang.IllegalStateException" message="no database"/></testcase></testsuite>`;
    expect(read(xml, [java]).tests).toEqual({ [`${java}::example.CalcTest`]: 'errored other' });
  });

  it('Gradle', () => {
    const xml = `<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="example.CalcTest" tests="2" skipped="0" failures="1" errors="0" timestamp="2024-05-01T10:00:00" hostname="vm" time="0.02">
  <properties/>
  <testcase name="adds()" classname="example.CalcTest" time="0.01"/>
  <testcase name="subtracts()" classname="example.CalcTest" time="0.004">
    <failure message="org.opentest4j.AssertionFailedError: expected: &lt;3&gt; but was: &lt;2&gt;" type="org.opentest4j.AssertionFailedError">org.opentest4j.AssertionFailedError: expected: &lt;3&gt; but was: &lt;2&gt;
	at app//example.CalcTest.subtracts(CalcTest.java:12)
</failure>
  </testcase>
  <system-out><![CDATA[]]></system-out>
  <system-err><![CDATA[]]></system-err>
</testsuite>`;
    expect(read(xml, [java]).tests).toEqual({
      [`${java}::adds()`]: 'passed',
      [`${java}::subtracts()`]: 'failed assertion',
    });
  });

  it('pytest, with a file that could not be collected', () => {
    const xml = `<?xml version="1.0" encoding="utf-8"?><testsuites name="pytest tests"><testsuite name="pytest" errors="1" failures="1" skipped="0" tests="3" time="0.068" hostname="vm">
<testcase classname="tests.test_calc.TestAdd" name="test_adds[1]" time="0.001" />
<testcase classname="tests.test_calc" name="test_subtracts" time="0.001"><failure message="assert 1 == 2">def test_subtracts():
&gt;       assert 1 == 2
E       assert 1 == 2

tests/test_calc.py:9: AssertionError</failure></testcase>
<testcase classname="" name="tests.test_stack" time="0.000"><error message="collection failure">ImportError while importing test module '/project/tests/test_stack.py'.
Traceback:
tests/test_stack.py:1: in &lt;module&gt;
    from calc import Stack
E   ImportError: cannot import name 'Stack' from 'calc' (/project/calc.py)</error></testcase></testsuite></testsuites>`;
    expect(read(xml, ['tests/test_calc.py', 'tests/test_stack.py'])).toEqual({
      tests: {
        'tests/test_calc.py::TestAdd > test_adds[1]': 'passed',
        'tests/test_calc.py::test_subtracts': 'failed assertion',
      },
      uncollected: ['tests/test_stack.py missing'],
      incomplete: undefined,
    });
  });

  it("node's test runner, where nothing tells the file", () => {
    const xml = `<?xml version="1.0" encoding="utf-8"?>
<testsuites>
	<testcase name="adds" time="0.000946" classname="test"/>
	<testcase name="subtracts" time="0.000828" classname="test" failure="1 == 2">
		<failure type="testCodeFailure" message="1 == 2">
[Error [ERR_TEST_FAILURE]: 1 == 2] {
  code: 'ERR_TEST_FAILURE',
  failureType: 'testCodeFailure',
  cause: AssertionError [ERR_ASSERTION]: 1 == 2
      at TestContext.&lt;anonymous> (file:///project/a.test.mjs:4:32) {
    code: 'ERR_ASSERTION'
  }
}
		</failure>
	</testcase>
	<testcase name="some day" time="0.000131" classname="test">
		<skipped type="todo" message="true"/>
	</testcase>
	<testsuite name="outer" time="0.002336" disabled="0" errors="0" tests="1" failures="0" skipped="0" hostname="vm">
		<testsuite name="middle" time="0.001797" disabled="0" errors="0" tests="1" failures="0" skipped="0" hostname="vm">
			<testcase name="works" time="0.000141" classname="test"/>
		</testsuite>
	</testsuite>
	<testcase name="/project/d.test.mjs" time="0.116159" classname="test" failure="test failed">
		<failure type="testCodeFailure" message="test failed">
[Error: test failed] { code: 'ERR_TEST_FAILURE', failureType: 'testCodeFailure', cause: 'test failed', exitCode: 3, signal: null }
		</failure>
	</testcase>
	<!-- tests 12 -->
</testsuites>`;
    expect(read(xml, ['a.test.mjs', 'd.test.mjs'])).toEqual({
      tests: {
        'test::adds': 'passed',
        'test::subtracts': 'failed assertion',
        'test::some day': 'todo',
        'test::outer > middle > works': 'passed',
      },
      uncollected: ['d.test.mjs crash'],
      incomplete: undefined,
    });
  });

  it('anything else in XML are none', () => {
    expect(readJunit([Buffer.from('<coverage><line/></coverage>')])).toBeUndefined();
  });
});

describe('a report that is not whole', () => {
  const whole = Buffer.from(SUREFIRE);

  it('is told wherever it ends', () => {
    for (let length = 0; length < whole.length; length += 3) {
      expect(readJunit([whole.subarray(0, length)])?.incomplete, `${length} bytes`).toBeDefined();
    }
  });

  it('never looks like all tests passing when one byte is another', () => {
    const passes: string[] = [];
    for (let at = 0; at < whole.length; at++) {
      for (const byte of [0x00, 0x20, 0x3e, 0x41, 0xff]) {
        const mutated = Buffer.from(whole);
        mutated[at] = byte;
        const file = readJunit([mutated]);
        const bad = file?.cases.some(({ outcome }) => outcome === 'failed') ?? true;
        if (file?.incomplete === undefined && !bad) passes.push(`${at} ${byte}`);
      }
    }
    expect(passes).toEqual([]);
  });

  it('does not agree with its own numbers', () => {
    expect(
      readJunit([Buffer.from('<testsuite name="a" tests="2"><testcase name="x"/></testsuite>')])?.incomplete,
    ).toMatch(/says it has 2 tests and holds 1/);
    expect(
      readJunit([Buffer.from('<testsuite name="a" tests="1" failures="1"><testcase name="x"/></testsuite>')])
        ?.incomplete,
    ).toMatch(/1 tests failed and shows 0/);
  });

  it('is no file', () => {
    const directory = temporaryDirectory();
    mkdirSync(join(directory, 'a.xml'));
    symlinkSync('/etc/passwd', join(directory, 'b.xml'));
    expect(readJunitFile(join(directory, 'a.xml'))?.incomplete).toBeDefined();
    expect(readJunitFile(join(directory, 'b.xml'))?.incomplete).toBeDefined();
    expect(readJunitFile(join(directory, 'c.xml'))?.incomplete).toBeDefined();
  });
});

describe('a large report', () => {
  it('of 50,000 tests is read whole', () => {
    const directory = temporaryDirectory();
    const trace = 'at example.Calc.add(Calc.java:12)\n'.repeat(10);
    const failure = `<failure type="java.lang.AssertionError" message="expected &lt;1&gt;"><![CDATA[${trace}]]></failure>`;
    const cases = Array.from(
      { length: 50_000 },
      (_, at) =>
        `<testcase classname="example.Calc${at % 100}Test" name="zählt ${at}" time="0.001">${at % 10 === 0 ? failure : ''}<system-out>${'x'.repeat(200)}</system-out></testcase>`,
    );
    const path = join(directory, 'large.xml');
    writeFileSync(path, `<testsuite name="all" tests="50000" failures="5000">${cases.join('\n')}</testsuite>`);
    const files = Array.from({ length: 100 }, (_, at) => `src/test/java/example/Calc${at}Test.java`);
    const file = readJunitFile(path);
    const { tests } = testsOfJunit(file?.cases ?? [], indexSources('/project', files));
    expect([tests.length, tests.filter(({ outcome }) => outcome === 'failed').length]).toEqual([50_000, 5_000]);
    expect([file?.incomplete, tests[0]?.file]).toEqual([undefined, 'src/test/java/example/Calc0Test.java']);
  });

  it('of 200 MB is given up without filling the memory', () => {
    const path = join(temporaryDirectory(), 'huge.xml');
    writeFileSync(path, '<testsuite name="x" tests="1"><testcase name="a" classname="b"/><system-out>');
    const piece = Buffer.from('é ✓ '.repeat(1_430_000));
    for (let times = 0; times < 20; times++) appendFileSync(path, piece);
    const before = process.memoryUsage().rss;
    const file = readJunitFile(path);
    expect(file?.incomplete).toMatch(/larger than 100 MB/);
    expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000);
  });
});
