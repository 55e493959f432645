import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ListItem, listItemSchema, mayChange, mayRemove, NO_OPTIONS } from './list-item.ts';
import {
  EMPTY_LIST,
  nextItem,
  readItem,
  readTestList,
  skipItem,
  splitOptions,
  type TestList,
  tickItem,
  type WrittenItem,
  writeItem,
} from './test-list.ts';

const read = (text: string, known: TestList = EMPTY_LIST): TestList => readTestList(text, known).list ?? EMPTY_LIST;
const ids = (list: TestList) => list.items.map(({ id, description }) => `${id} ${description}`);

const TEXT = `# Stack

Some words, a [link](x) and - [a link](y).

- [x] is empty at first
- [ ] pushes an item (changes: test/stack.test.ts)
## Later
* [ ] peeks (fast)
  + [X] pops
- [ ] is shown (skipped: no page yet)

\`\`\`md
- [ ] an example
\`\`\`
- plain bullet
- [note]: x
`;

describe('the test list', () => {
  it('has its items in order, with ids from T1', () => {
    expect(read(TEXT)).toEqual({
      highest: 5,
      items: [
        { id: 'T1', description: 'is empty at first', done: true, changes: [], removes: [], needs: [] },
        {
          id: 'T2',
          description: 'pushes an item',
          done: false,
          changes: ['test/stack.test.ts'],
          removes: [],
          needs: [],
        },
        { id: 'T3', description: 'peeks (fast)', done: false, changes: [], removes: [], needs: [] },
        { id: 'T4', description: 'pops', done: true, changes: [], removes: [], needs: [] },
        { id: 'T5', description: 'is shown', done: false, changes: [], removes: [], needs: [], skipped: 'no page yet' },
      ],
    });
    for (const item of read(TEXT).items) expect(listItemSchema.parse(item)).toEqual(item);
  });

  it('goes on with the first open item', () => {
    expect(nextItem(read(TEXT))?.id).toBe('T2');
    expect(nextItem(read('- [x] a\n- [ ] b (skipped: x)'))).toBeUndefined();
  });

  it('keeps ids when items are moved, reworded, added and dropped', () => {
    const first = read('- [x] is empty\n- [ ] pushes an item\n- [ ] pops an item\n- [ ] throws');
    const second = read('- [ ] shows all\n- [ ] pops the last item\n- [x] is empty\n- [ ] pushes an item\n', first);
    expect(ids(second)).toEqual(['T5 shows all', 'T3 pops the last item', 'T1 is empty', 'T2 pushes an item']);
    expect(second.highest).toBe(5);
    expect(ids(read('- [ ] throws\n', second))).toEqual(['T6 throws']);
  });

  it('tells items of the same words apart', () => {
    const first = read('- [ ] a\n- [x] a');
    expect(ids(first)).toEqual(['T1 a', 'T2 a']);
    expect(ids(read('- [x] a\n- [ ] a', first))).toEqual(['T2 a', 'T1 a']);
    expect(ids(read('- [x] a\n- [x] a', first))).toEqual(['T2 a', 'T1 a']);
  });

  it.each([
    ['- [] a', 'line 1'],
    ['x\n-[ ] a', 'line 2'],
    ['- [x]a', 'line 1'],
    ['- [y] a', 'line 1'],
    ['- [ ]', 'line 1'],
    ['- [ ] (changes: a)', 'no description'],
    [`- [ ] ${'x'.repeat(1001)}`, 'longer than 1000'],
    ['- [ ] a\n'.repeat(2001), 'more than 2000'],
  ])('that is no list says why: %s', (text, words) => {
    expect(readTestList(text).problems?.join()).toContain(words);
  });

  it('may be empty', () => {
    expect(readTestList('# Nothing\n')).toEqual({ list: { items: [], highest: 0 } });
  });
});

describe('an item is ticked', () => {
  it('and everything else stays byte for byte', () => {
    expect(tickItem(TEXT, read(TEXT), 'T3')).toBe(TEXT.replace('* [ ] peeks', '* [x] peeks'));
    const windows = '- [ ] a\r\n- [ ] b\r\n';
    expect(tickItem(windows, read(windows), 'T2')).toBe('- [ ] a\r\n- [x] b\r\n');
  });

  it.each(['T1', 'T9'])('not twice, and not if there is none: %s', (id) => {
    expect(tickItem(TEXT, read(TEXT), id)).toBeUndefined();
  });

  it('not in another text', () => {
    expect(tickItem('', read(TEXT), 'T2')).toBeUndefined();
    expect(tickItem('- [] x', read('- [ ] x'), 'T1')).toBeUndefined();
    expect(tickItem('- [ ] other', read('- [ ] x'), 'T1')).toBeUndefined();
  });
});

describe('an item is skipped', () => {
  it('with the reason on its line', () => {
    expect(skipItem('- [ ] a\r\n- [ ] b', read('- [ ] a\n- [ ] b'), 'T1', 'too (big)\nnow')).toBe(
      '- [ ] a (skipped: too big now)\r\n- [ ] b',
    );
    expect(skipItem('- [ ] a', read('- [ ] a'), 'T1', ' ')).toBe('- [ ] a (skipped: no reason given)');
  });

  it('not if it is done or not there', () => {
    expect(skipItem(TEXT, read(TEXT), 'T1', 'x')).toBeUndefined();
    expect(skipItem(TEXT, read(TEXT), 'T9', 'x')).toBeUndefined();
    expect(skipItem('', read('- [ ] a'), 'T1', 'x')).toBeUndefined();
  });
});

describe('options', () => {
  it.each([
    ['a (changes: x, y) (needs: b)', { description: 'a', changes: ['x', 'y'], removes: [], needs: ['b'] }],
    [
      'a (removes: adds 1, 2 (twice)) (removes: b)',
      { description: 'a', changes: [], removes: ['adds 1, 2 (twice)', 'b'], needs: [] },
    ],
    ['a (b) (skipped: c (d))', { description: 'a (b)', changes: [], removes: [], needs: [], skipped: 'c (d)' }],
    ['a (changes: x) b', { description: 'a (changes: x) b', changes: [], removes: [], needs: [] }],
    ['a (removes:) (changes: ,)', { description: 'a', changes: [], removes: [], needs: [] }],
    ['a )', { description: 'a )', changes: [], removes: [], needs: [] }],
  ])('%s', (text, expected) => {
    expect(splitOptions(text)).toEqual(expected);
  });

  const test = {
    id: 'test/a.test.ts::math > adds[1-2]',
    file: 'test/a.test.ts',
    path: ['math', 'adds[1-2]'],
    outcome: 'passed' as const,
  };
  it.each([
    ['test/a.test.ts::math > adds[1-2]', true],
    ['adds[1-2]', true],
    ['adds', true],
    ['math', true],
    ['math > adds[1-2]', true],
    ['test/a.test.ts', true],
    ['add', false],
    ['test', false],
  ])('(removes: %s) lets the test go: %s', (name, expected) => {
    expect(mayRemove({ ...NO_OPTIONS, removes: [name] })(test)).toBe(expected);
    expect(mayRemove(NO_OPTIONS)({ ...test, path: [] })).toBe(false);
  });

  it('(changes:) names files by path or glob', () => {
    const may = mayChange({ ...NO_OPTIONS, changes: ['test/a.test.ts', 'e2e/**'] });
    expect(['test/a.test.ts', 'e2e/x/y.ts', 'test/b.test.ts'].map(may)).toEqual([true, true, false]);
  });
});

it('what is written is read again', () => {
  const word = fc.stringMatching(/^[a-z][a-z0-9 ./-]{0,12}[a-z0-9]$/);
  const item: fc.Arbitrary<WrittenItem> = fc
    .record({
      description: word,
      done: fc.boolean(),
      changes: fc.array(word, { maxLength: 2 }),
      removes: fc.array(word, { maxLength: 2 }),
      needs: fc.array(word, { maxLength: 2 }),
      skipped: fc.option(word, { nil: undefined }),
    })
    .map(({ skipped, ...rest }) => (skipped === undefined ? rest : { ...rest, skipped }));
  fc.assert(
    fc.property(fc.array(item, { maxLength: 8 }), (items) => {
      for (const one of items) expect(readItem(writeItem(one))).toEqual(one);
      const text = items.map(writeItem).join('\n');
      const { list } = readTestList(text);
      expect(list?.items.map(({ id: _, ...rest }: ListItem) => rest)).toEqual(items);
      expect(new Set(list?.items.map(({ id }) => id)).size).toBe(items.length);
      expect(readTestList(text, list).list).toEqual(list);
    }),
  );
});
