// Reports of many tests in every format Baton reads, one in a hundred of them a failure with a stack.
const FILES = 500;
const STACK = Array.from({ length: 8 }, (_, at) => `    at step${at} (/project/src/sum.js:${at + 1}:11)`).join('\n');

const isFailing = (n) => n % 100 === 7;
const fileOf = (n) => n % FILES;
const lines = (records) => `${records.map((record) => JSON.stringify(record)).join('\n')}\n`;
const numbers = (count) => Array.from({ length: count }, (_, n) => n);

/** By format: the text of a report of so many tests. */
export const REPORTS = {
  'JS records': (count) => {
    const test = (n) => ({
      path: ['sums', `adds ${n}`],
      state: isFailing(n) ? 'failed' : 'passed',
      errors: isFailing(n) ? [jsError(n)] : [],
      ms: 1,
    });
    const files = numbers(FILES).map((file) => ({
      type: 'file',
      file: `/project/test/sum-${file}.test.js`,
      state: 'run',
      errors: [],
      tests: numbers(count)
        .filter((n) => fileOf(n) === file)
        .map(test),
      groups: [],
    }));
    const end = { type: 'end', files: FILES, tests: count, interrupted: false, restricts: [], include: [] };
    return lines([{ type: 'start', restricts: [] }, ...files, end]);
  },
  'node:test records': (count) => {
    const file = (n) => `/project/test/sum-${n}.test.js`;
    const test = (n) => ({
      type: 'test',
      level: 'test',
      file: file(fileOf(n)),
      path: ['sums', `adds ${n}`],
      passed: !isFailing(n),
      ms: 1,
      ...(isFailing(n) ? { error: { failure: 'testCodeFailure', message: 'no', cause: jsError(n) } } : {}),
    });
    const entries = numbers(FILES).map((n) => ({ type: 'file', file: file(n) }));
    const summaries = numbers(FILES).map((n) => ({ type: 'summary', file: file(n) }));
    const tests = numbers(count).map(test);
    return lines([{ type: 'start', pid: 1 }, ...entries, ...tests, ...summaries, { type: 'end', tests: count }]);
  },
  'JUnit XML': (count) => {
    const failure = (n) =>
      `<failure message="${n} is not ${n + 1}" type="AssertionError"><![CDATA[${STACK}]]></failure>`;
    const test = (n) =>
      `<testcase classname="test.sum_${fileOf(n)}" name="adds ${n}" time="0.001">${isFailing(n) ? failure(n) : ''}</testcase>`;
    const failing = numbers(count).filter(isFailing).length;
    return `<?xml version="1.0"?>\n<testsuites><testsuite name="all" tests="${count}" failures="${failing}">\n${numbers(count).map(test).join('\n')}\n</testsuite></testsuites>\n`;
  },
  TAP: (count) => {
    const details = (n) => `  ---\n  message: '${n} is not ${n + 1}'\n  stack: |-\n${STACK}\n  ...\n`;
    const test = (n) => `${isFailing(n) ? 'not ok' : 'ok'} ${n + 1} - adds ${n}\n${isFailing(n) ? details(n) : ''}`;
    return `TAP version 13\n1..${count}\n${numbers(count).map(test).join('')}`;
  },
  'go test -json': (count) => {
    const of = (n) => ({ Package: `example.com/sum/p${fileOf(n)}`, Test: `TestSum/adds_${n}` });
    const test = (n) => [
      { Action: 'run', ...of(n) },
      { Action: 'output', ...of(n), Output: `=== RUN   TestSum/adds_${n}\n` },
      ...(isFailing(n) ? [{ Action: 'output', ...of(n), Output: `    sum_test.go:9: ${n} is not ${n + 1}\n` }] : []),
      { Action: 'output', ...of(n), Output: `    --- ${isFailing(n) ? 'FAIL' : 'PASS'}: TestSum/adds_${n} (0.00s)\n` },
      { Action: isFailing(n) ? 'fail' : 'pass', ...of(n), Elapsed: 0.001 },
    ];
    const ends = numbers(FILES).map((n) => ({ Action: 'fail', Package: `example.com/sum/p${n}`, Elapsed: 1 }));
    return `${lines([...numbers(count).flatMap(test), ...ends])}end-of-report 1\n`;
  },
  'pytest records': (count) => {
    const failure = (n) => ({
      type: 'AssertionError',
      bases: ['AssertionError', 'Exception', 'BaseException', 'object'],
      message: `assert ${n} == ${n + 1}`,
      asker: null,
      place: [`/project/test_sum_${fileOf(n)}.py`, 9],
      missing: null,
    });
    const id = (n) => `test_sum_${fileOf(n)}.py::test_adds[${n}]`;
    const test = (n) => [
      { at: 'start', id: id(n) },
      {
        at: 'test',
        id: id(n),
        outcome: isFailing(n) ? 'failed' : 'passed',
        seconds: 0.001,
        ...(isFailing(n) ? { failure: failure(n) } : {}),
      },
    ];
    return lines([
      { at: 'begin', root: '/project' },
      { at: 'session', restricted: false },
      { at: 'collected', count },
      ...numbers(count).flatMap(test),
      { at: 'end', status: 1 },
    ]);
  },
};

function jsError(n) {
  return {
    name: 'AssertionError',
    message: `expected ${n} to be ${n + 1}`,
    stack: `AssertionError: expected ${n} to be ${n + 1}\n${STACK}`,
  };
}
