import { COMMON, type EffectProgram, NOTHING, PLAIN } from './program.ts';

export const PYTHON: EffectProgram = {
  path: 'sample.py',
  code: `def each(items, tell):
    """Doubles.

    All of them.
    """
    for one in items:
        tell(one * 2)


def restock(stock, more):
    text = """
  kept as it is
"""
    assert text == "\\n  kept as it is\\n"
    stock["milk"] += more


class Cart:
    def __init__(self):
        self.total = 0
        self.names = []
        self.seen = [0]

    def add(self, name, price):
        def count():
            # what is inside is moved twice
            more = price

            return more
        self.total += count()
        self.names.append(
name)

    def keep(self):
        return len(self.seen)


def check(n):
	if n < 0:
		raise ValueError("must be positive")


def parse(text): return text.nothing


def ring(bell):
    bell()


def look(items):
    sum(items)


async def later(items):
    items.append(1)


def counted(items):
    for one in items:
        yield one
    items.clear()


def parsed(text):
    return int(text)
`,
  caller: [
    'main.py',
    `import asyncio
from sample import Cart, check, counted, each, later, look, parse, parsed, restock, ring

told = []
each([1, 2], told.append)
stock = {"milk": 1}
restock(stock, 4)
cart = Cart()
cart.add("milk", 7)
cart.keep()
ring(lambda: None)
look([1, 2])
late = []
asyncio.run(later(late))
got = list(counted(late))


def tried(call, kind):
    try:
        call()
        return "nothing"
    except Exception as error:
        return ("language" if kind is AttributeError else f"refused {error}") if type(error) is kind else f"other {error}"


def number(text):
    try:
        parsed(text)
    except ValueError as error:
        return str(error)


rest = [] if [got, late, number("x")] == [[1], [], "invalid literal for int() with base 10: 'x'"] else [str(got)]
print(*[" ".join(map(str, told)), stock["milk"], " ".join([str(cart.total), *cart.names]), tried(lambda: check(-1), ValueError), tried(lambda: parse(1), AttributeError), *rest], sep="|")
`,
  ],
  run: ['python3', 'main.py'],
  needs: ['python3', '--version'],
  plain: PLAIN,
  rows: [
    ...COMMON,
    ...NOTHING,
    ['later', 'effect', `${PLAIN}|[2]`],
    ['counted', 'effect', `${PLAIN}|[1]`],
    ['parsed', 'message', PLAIN],
  ],
  ends: [
    ['check', /^\[-1\]$/, /^the error ValueError\('must be positive'\)$/],
    ['parsed', /^\['x'\]$/, /^an error$/],
    ['restock', /^\[\{'milk': 1\}, 4\]$/, /^left \[\{'milk': 5\}, 4\]$/],
  ],
};
