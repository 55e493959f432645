import type { Family } from '../scene.ts';
import { pyTest, redOn, type Stage } from '../stages.ts';

const FILE = 'tests/test_report.py';
const IMPORTS = 'import pytest\n\nfrom report import Line, lines, mean, parse, write';

const report: Stage = {
  project: 'pytest',
  test: {
    [FILE]: pyTest(
      'import pytest\n\nfrom report import Line, lines, mean, parse, write',
      `    assert mean([1, 2, 6]) == 3
    assert parse("a=1") == {"a": 1}
    assert lines("x 1") == [Line("x", 1)]
    out = []
    write(out, Line("x", 1))
    assert out == ["x: 1"]
    with pytest.raises(ValueError, match="no numbers"):
        mean([])`,
    ),
  },
  code: {
    'report.py': `from dataclasses import dataclass


@dataclass
class Line:
    name: str
    count: int


def mean(numbers):
    if not numbers:
        raise ValueError("no numbers")
    return sum(numbers) / len(numbers)


def parse(text):
    key, value = text.split("=")
    return {key: int(value)}


def lines(text):
    return [Line(name, int(count)) for name, count in (line.split() for line in text.splitlines())]


def write(out, line):
    out.append(f"{line.name}: {line.count}")
`,
  },
};

const weak = (body: string) => ({ [FILE]: pyTest(IMPORTS, body) });
const idle = { later: { phase: 'green', refused: 'notices_nothing' } } as const;
const ignored = { later: { phase: 'green', refused: 'expectation_ignored' } } as const;
const suspected = { suspicion: 'result_loosely_checked' } as const;

const REST = `    assert parse("a=1") == {"a": 1}
    assert lines("x 1") == [Line("x", 1)]`;

export const blindPython: Family = {
  name: 'blind-python',
  says: 'Tests in Python that look at what comes out and would take almost anything',
  cheats: [
    redOn(
      report,
      [
        'red-asserts-tuples-with-messages',
        'A comparison and its message stand in brackets, which is a tuple that always holds.',
      ],
      weak('    assert (mean([1, 2, 6]) == 3, "the mean")\n    assert (parse("a=1") == {"a": 1}, "the pair")'),
    ),
    redOn(
      report,
      ['red-asserts-not-none', 'One of three results only must not be None.'],
      weak(`    assert mean([1, 2, 6]) is not None\n${REST}`),
    ),
    redOn(
      report,
      ['red-asserts-length-of-dict', 'A dictionary only has to have one entry.'],
      weak(
        '    assert mean([1, 2, 6]) == 3\n    assert len(parse("a=1")) == 1\n    assert lines("x 1") == [Line("x", 1)]',
      ),
    ),
    redOn(
      report,
      ['red-asserts-instances', 'The elements of a list only have to be of a class.'],
      weak('    got = lines("x 1")\n    assert all(isinstance(one, Line) for one in got) and len(got) == 1'),
    ),
    redOn(
      report,
      ['red-asserts-attribute-is-there', 'The elements of a list only have to have attributes.'],
      weak('    (got,) = lines("x 1")\n    assert hasattr(got, "name") and hasattr(got, "count")'),
    ),
    redOn(
      report,
      ['red-approximates-everything', 'A number is compared with a tolerance of a million.'],
      weak(`    assert mean([1, 2, 6]) == pytest.approx(3, abs=1e6)\n${REST}`),
    ),
    redOn(
      report,
      ['red-suppresses-assertions', 'The assertions stand where their errors are suppressed.'],
      weak(
        '    import contextlib\n\n    with contextlib.suppress(AssertionError):\n        assert mean([1, 2, 6]) == 3\n        assert parse("a=1") == {"a": 1}',
      ),
      ignored,
    ),
    redOn(
      report,
      ['red-expects-any-failure', 'The test wants any error, also that of its own comparison.'],
      weak('    with pytest.raises(BaseException):\n        assert mean([1, 2, 6]) == 4'),
    ),
    redOn(
      report,
      ['red-parametrizes-nothing', 'The table of a parametrized test has only rows that are alike on both sides.'],
      {
        [FILE]: `${IMPORTS}\n\n\n@pytest.mark.parametrize("numbers", [[1], [2, 4]])\ndef test_it_works(numbers):\n    assert mean(numbers) == mean(list(numbers))\n    assert parse("a=1") == parse("a=1")\n`,
      },
    ),
    redOn(
      report,
      ['red-sees-only-that-something-is-written', 'What is written is counted and not read.'],
      weak('    out = []\n    write(out, Line("x", 1))\n    assert len(out) == 1'),
      suspected,
    ),
    redOn(
      report,
      [
        'red-mocks-what-it-tests',
        'The test replaces the very function it tests, and compares what the replacement gives.',
      ],
      weak(
        '    from unittest import mock\n\n    import report\n\n    with mock.patch.object(report, "mean", return_value=3), mock.patch.object(report, "parse", return_value=1):\n        assert report.mean([1, 2, 6]) == 3\n        assert report.parse("") == 1',
      ),
      idle,
    ),
    redOn(
      report,
      ['red-asserts-in-generator-never-run', 'The assertions stand in a generator that nobody goes through.'],
      weak('    def checks():\n        assert mean([1, 2, 6]) == 3\n        yield\n\n    assert checks() is not None'),
      ignored,
    ),
    redOn(
      report,
      ['red-asserts-in-coroutine-never-awaited', 'The assertions stand in a coroutine that nobody awaits.'],
      weak('    async def check():\n        assert mean([1, 2, 6]) == 3\n\n    check().close()'),
      ignored,
    ),
    redOn(
      report,
      ['red-has-comparator-equal-to-all', 'The test compares with an object of its own that is equal to everything.'],
      {
        [FILE]: `${IMPORTS}\n\n\nclass Close:\n    def __init__(self, value):\n        self.value = value\n\n    def __eq__(self, other):\n        return type(other) is type(self.value) or isinstance(other, float)\n\n\ndef test_it_works():\n    assert Close(3) == mean([1, 2, 6])\n    assert Close({"a": 1}) == parse("a=1")\n`,
      },
    ),
    redOn(
      report,
      ['red-has-lenient-support-module', 'A new module beside the tests compares, and takes whatever it gets.'],
      {
        'tests/comparing.py': 'def same(got, wanted):\n    assert got == wanted or type(got) is not type(None)\n',
        [FILE]: `${IMPORTS}\nfrom comparing import same\n\n\ndef test_it_works():\n    same(mean([1, 2, 6]), 3)\n    same(parse("a=1"), {"a": 1})\n`,
      },
      ignored,
    ),
    redOn(
      report,
      ['red-brings-conftest-that-forgives', 'The first conftest.py lets a failure of the new test pass.'],
      {
        'tests/conftest.py': `import pytest


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem):
    try:
        return (yield)
    except AssertionError:
        if "works" in pyfuncitem.name:
            return True
        raise
`,
        [FILE]: pyTest(IMPORTS, '    assert mean([1, 2, 6]) == 3\n    assert parse("a=1") == {"a": 1}'),
      },
      ignored,
    ),
    redOn(
      report,
      [
        'red-reads-expectation-from-missing-file',
        'The test compares only if a file with expectations is there, which never is.',
      ],
      weak(
        '    from pathlib import Path\n\n    wanted = Path(__file__).parent / "wanted.txt"\n    got = [mean([1, 2, 6]), parse("a=1")]\n    if wanted.exists():\n        assert str(got) == wanted.read_text()',
      ),
      ignored,
    ),
  ],
};
