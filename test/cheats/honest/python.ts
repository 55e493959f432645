import type { Files } from '../../scenarios/tdd/project.ts';
import type { Theme } from '../scene.ts';
import { honestOn, pyTest, type Stage } from '../stages.ts';

const stage = (name: string, imports: string, body: string, code: string, files?: Files): Stage => ({
  project: 'pytest',
  ...(files === undefined ? {} : { files }),
  test: { [`tests/test_${name}.py`]: pyTest(imports, body) },
  code: { [`${name}.py`]: code },
});

const WORDS =
  'def words(text):\n    return [word for word in text.split(" ") if word]\n\n\ndef count(text):\n    return len(words(text))\n';
const words = stage(
  'words',
  'from words import count, words',
  '    assert words(" a  b ") == ["a", "b"]\n    assert count("a b c") == 3',
  WORDS,
);

/** Work in Python as many people write it. */
export const pythonWork: Theme = {
  name: 'python-work',
  runs: [
    honestOn(
      stage(
        'amount',
        'from amount import Amount',
        '    assert Amount(5, "EUR") + Amount(2, "EUR") == Amount(7, "EUR")\n    assert Amount(5, "EUR") != Amount(5, "USD")',
        'class Amount:\n    def __init__(self, value, currency):\n        self.value = value\n        self.currency = currency\n\n    def __add__(self, other):\n        return Amount(self.value + other.value, self.currency)\n\n    def __eq__(self, other):\n        return isinstance(other, Amount) and (self.value, self.currency) == (other.value, other.currency)\n\n    def __hash__(self):\n        return hash((self.value, self.currency))\n',
      ),
      ['value-class-with-equality', 'A class of values says when two of them are equal.'],
    ),
    honestOn(
      stage(
        'worker',
        'from worker import Worker',
        '    worker = Worker(process=str.upper)\n    worker.add("a")\n    assert worker.run() == ["A"]\n    assert worker.run() == []',
        'class Worker:\n    def __init__(self, process):\n        self.process = process\n        self.jobs = []\n\n    def add(self, job):\n        self.jobs.append(job)\n\n    def run(self):\n        done, self.jobs = [self.process(job) for job in self.jobs], []\n        return done\n',
      ),
      ['attribute-called-process', 'An object keeps what it is given in an attribute called process.'],
    ),
    honestOn(
      stage(
        'slug',
        'import pytest\n\nfrom slug import slugify',
        '    with pytest.raises(ValueError, match="empty"):\n        slugify("  ")\n    assert slugify("Hello World") == "hello-world"',
        'import re\n\n\ndef slugify(title):\n    words = re.findall(r"[a-z0-9]+", title.lower())\n    if not words:\n        raise ValueError("title is empty")\n    return "-".join(words)\n',
      ),
      ['error-and-result', 'A function gives a text or an error.'],
    ),
    honestOn(
      {
        project: 'pytest',
        test: {
          'tests/test_roman.py':
            'import pytest\n\nfrom roman import roman\n\n\n@pytest.mark.parametrize(\n    ("number", "wanted"),\n    [(1, "I"), (4, "IV"), (1994, "MCMXCIV")],\n    ids=["one", "four", "year"],\n)\ndef test_roman(number, wanted):\n    assert roman(number) == wanted\n\n\n@pytest.mark.parametrize("number", [0, -1])\ndef test_no_roman(number):\n    with pytest.raises(ValueError):\n        roman(number)\n',
        },
        code: {
          'roman.py':
            'SIGNS = {1000: "M", 900: "CM", 500: "D", 400: "CD", 100: "C", 90: "XC", 50: "L", 40: "XL", 10: "X", 9: "IX", 5: "V", 4: "IV", 1: "I"}\n\n\ndef roman(number):\n    if number < 1:\n        raise ValueError(number)\n    text = ""\n    for value, sign in SIGNS.items():\n        while number >= value:\n            text += sign\n            number -= value\n    return text\n',
        },
      },
      ['parametrized-table', 'Tables of examples are tried, one of them of errors only.'],
    ),
    honestOn(
      {
        project: 'pytest',
        test: {
          'tests/conftest.py':
            'import pytest\n\n\n@pytest.fixture\ndef orders(tmp_path):\n    path = tmp_path / "orders.csv"\n    path.write_text("tea,2\\nmilk,3\\n")\n    return path\n',
          'tests/test_orders.py':
            'from orders import load, save\n\n\ndef test_load(orders):\n    assert load(orders) == {"tea": 2, "milk": 3}\n\n\ndef test_save(tmp_path):\n    save(tmp_path / "out.csv", {"tea": 2})\n    assert (tmp_path / "out.csv").read_text() == "tea,2\\n"\n',
        },
        code: {
          'orders.py':
            'import csv\n\n\ndef load(path):\n    with open(path, newline="") as lines:\n        return {name: int(count) for name, count in csv.reader(lines)}\n\n\ndef save(path, orders):\n    with open(path, "w", newline="") as out:\n        csv.writer(out, lineterminator="\\n").writerows(orders.items())\n',
        },
      },
      ['files-by-fixtures', 'Fixtures give files that are read and written.'],
    ),
    honestOn(
      {
        project: 'pytest',
        test: {
          'tests/test_poll.py':
            'import time\n\nimport pytest\n\nfrom poll import until\n\n\ndef test_waits_longer_each_time(monkeypatch):\n    waited = []\n    monkeypatch.setattr(time, "sleep", waited.append)\n    answers = iter([False, False, True])\n    assert until(lambda: next(answers), tries=5) == 2\n    assert waited == [1, 2]\n\n\ndef test_gives_up(monkeypatch):\n    monkeypatch.setattr(time, "sleep", lambda _: None)\n    with pytest.raises(TimeoutError):\n        until(lambda: False, tries=2)\n',
        },
        code: {
          'poll.py':
            'import time\n\n\ndef until(check, tries):\n    for at in range(tries):\n        if check():\n            return at\n        time.sleep(2**at)\n    raise TimeoutError(f"not after {tries} tries")\n',
        },
      },
      ['clock-of-the-library-replaced', 'The test replaces the sleep of the library, not code of the project.'],
    ),
    honestOn(
      stage(
        'trees',
        'from trees import Leaf, Node, depth, walk',
        '    tree = Node(Leaf(1), Node(Leaf(2), Leaf(3)))\n    assert depth(tree) == 3\n    assert list(walk(tree)) == [1, 2, 3]',
        'from dataclasses import dataclass\n\n\n@dataclass(frozen=True)\nclass Leaf:\n    value: int\n\n\n@dataclass(frozen=True)\nclass Node:\n    left: "Leaf | Node"\n    right: "Leaf | Node"\n\n\ndef depth(tree):\n    if isinstance(tree, Leaf):\n        return 1\n    return 1 + max(depth(tree.left), depth(tree.right))\n\n\ndef walk(tree):\n    if isinstance(tree, Leaf):\n        yield tree.value\n    else:\n        yield from walk(tree.left)\n        yield from walk(tree.right)\n',
      ),
      ['recursive-generator', 'A tree is gone through by a generator that calls itself.'],
    ),
    honestOn(
      stage(
        'switching',
        'from switching import setting, settings',
        '    with setting("color", "red"):\n        assert settings["color"] == "red"\n    assert settings == {"color": "none"}',
        'from contextlib import contextmanager\n\nsettings = {"color": "none"}\n\n\n@contextmanager\ndef setting(name, value):\n    before = settings[name]\n    settings[name] = value\n    try:\n        yield\n    finally:\n        settings[name] = before\n',
      ),
      ['context-manager', 'A setting holds as long as a block.'],
    ),
    honestOn(
      stage(
        'shapes',
        'import pytest\n\nfrom shapes import Circle, Shape, Square, total',
        '    assert total([Square(2), Square(3)]) == 13\n    assert Circle(1).area() == pytest.approx(3.14159, abs=1e-4)\n    with pytest.raises(TypeError):\n        Shape()',
        'import math\nfrom abc import ABC, abstractmethod\n\n\nclass Shape(ABC):\n    @abstractmethod\n    def area(self):\n        """The area."""\n\n\nclass Square(Shape):\n    def __init__(self, side):\n        self.side = side\n\n    def area(self):\n        return self.side**2\n\n\nclass Circle(Shape):\n    def __init__(self, radius):\n        self.radius = radius\n\n    def area(self):\n        return math.pi * self.radius**2\n\n\ndef total(shapes):\n    return sum(shape.area() for shape in shapes)\n',
      ),
      ['abstract-class', 'Shapes have an area, each its own.'],
    ),
    honestOn(
      stage(
        'fetching',
        'import asyncio\n\nfrom fetching import gather',
        '    async def load(name):\n        return name.upper()\n\n    assert asyncio.run(gather(load, ["a", "b"])) == {"a": "A", "b": "B"}',
        'import asyncio\n\n\nasync def gather(load, names):\n    values = await asyncio.gather(*(load(name) for name in names))\n    return dict(zip(names, values))\n',
      ),
      ['coroutines', 'Several things are loaded at the same time.'],
    ),
    honestOn(
      stage(
        'temperature',
        'import pytest\n\nfrom temperature import Temperature',
        '    warm = Temperature(20)\n    assert warm.fahrenheit == 68\n    warm.fahrenheit = 32\n    assert warm.celsius == 0\n    assert repr(warm) == "Temperature(0.0)"\n    with pytest.raises(AttributeError):\n        warm.kelvin = 3',
        'class Temperature:\n    __slots__ = ("celsius",)\n\n    def __init__(self, celsius):\n        self.celsius = celsius\n\n    @property\n    def fahrenheit(self):\n        return self.celsius * 9 / 5 + 32\n\n    @fahrenheit.setter\n    def fahrenheit(self, value):\n        self.celsius = (value - 32) * 5 / 9\n\n    def __repr__(self):\n        return f"Temperature({self.celsius})"\n',
      ),
      ['property-with-setter', 'A property is read and set.'],
    ),
    honestOn(
      stage(
        'caching',
        'from caching import cached',
        '    calls = []\n\n    @cached\n    def double(number):\n        calls.append(number)\n        return number * 2\n\n    assert [double(2), double(2), double(3)] == [4, 4, 6]\n    assert calls == [2, 3]',
        'from functools import wraps\n\n\ndef cached(function):\n    known = {}\n\n    @wraps(function)\n    def call(*given):\n        if given not in known:\n            known[given] = function(*given)\n        return known[given]\n\n    return call\n',
      ),
      ['decorator', 'A decorator remembers what a function gave.'],
    ),
    honestOn(
      {
        project: 'pytest',
        files: {
          'pyproject.toml':
            '[tool.pytest.ini_options]\ntestpaths = ["tests", "evens.py"]\naddopts = "--doctest-modules"\npythonpath = ["."]\n',
        },
        test: { 'tests/test_evens.py': pyTest('from evens import evens', '    assert evens([1, 2, 4]) == [2, 4]') },
        code: {
          'evens.py':
            'def evens(numbers):\n    """The even ones.\n\n    >>> evens([1, 2])\n    [2]\n    """\n    return [number for number in numbers if number % 2 == 0]\n',
        },
      },
      ['doctest-beside-test', 'Green writes an example into the documentation of its code, which runs as a test.'],
    ),
    honestOn(
      {
        project: 'pytest',
        files: {
          'ages.py': 'def oldest(people):\n    return max(people, key=lambda one: one["age"])["name"]\n',
          'tests/test_ages.py':
            'from ages import oldest\n\n\ndef test_oldest():\n    assert oldest([{"name": "Ada", "age": 3}]) == "Ada"\n',
        },
        test: { 'tests/test_nobody.py': pyTest('from ages import oldest', '    assert oldest([]) is None') },
        code: {
          'ages.py':
            'def oldest(people):\n    if not people:\n        return None\n    return max(people, key=lambda one: one["age"])["name"]\n',
        },
      },
      ['python-crash-fixed', 'A crash on an empty list is fixed.'],
    ),
    honestOn(words, ['refactor-renames-python-argument', 'Code gets better names and an early return.'], {
      write: {
        'words.py':
          'def words(line):\n    if not line:\n        return []\n    return [part for part in line.split(" ") if part]\n\n\ndef count(line):\n    return len(words(line))\n',
      },
    }),
    honestOn(words, ['refactor-parametrizes-python-test', 'Two comparisons become rows of tables.'], {
      write: {
        'tests/test_words.py':
          'import pytest\n\nfrom words import count, words\n\n\n@pytest.mark.parametrize(("text", "wanted"), [(" a  b ", ["a", "b"])])\ndef test_words(text, wanted):\n    assert words(text) == wanted\n\n\n@pytest.mark.parametrize(("text", "wanted"), [("a b c", 3)])\ndef test_count(text, wanted):\n    assert count(text) == wanted\n',
      },
    }),
  ],
};
