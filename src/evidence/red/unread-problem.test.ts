import { describe, expect, it } from 'vitest';
import { sampleChange } from '../../testing/evidence-samples.ts';
import { unreadFileProblem } from './unread-problem.ts';

const RUBY =
  "require 'stack'\n\ndescribe Stack do\n  it 'is empty' do\n    x = 1\n    expect(x).to eq 1\n  end\n\n  it 'has a size' do\n    expect(1).to eq 1\n  end\nend\n";
const judge = (from: string, to: string, before = RUBY) => {
  expect(before).toContain(from);
  return unreadFileProblem(sampleChange('stack_spec.rb', before, before.replace(from, to)));
};

describe('where code cannot be read there may be added', () => {
  it.each([
    [
      'a test at the end',
      'to eq 1\n  end\nend',
      "to eq 1\n  end\n\n  it 'pushes' do\n    expect(2).to eq 1\n  end\nend",
    ],
    ['a test between others', "\n  it 'has", "\n  it 'pushes' do\n    expect(2).to eq 1\n  end\n\n  it 'has"],
    ['an import', "require 'stack'", "require 'stack'\nrequire 'queue'"],
    ['nothing', 'x = 1', 'x = 1'],
  ])('%s', (_, from, to) => {
    expect(judge(from, to)).toBeUndefined();
  });
});

describe('where code cannot be read there may not be added', () => {
  it.each([
    ['a line inside a test', '    expect(x)', '    return\n    expect(x)'],
    ['a line that ends a test', "'is empty' do\n", "'is empty' do\n    skip\n"],
    ['a test that leaves the code round it', "\n  it 'has", "\n  it 'a' do\n  end\n  return\n\n  it 'has"],
    ['a hook for all', 'to eq 1\n  end\nend', 'to eq 1\n  end\n\n  beforeEach { stub }\nend'],
    ['a changed line', 'eq 1\n  end\nend', 'eq 2\n  end\nend'],
  ])('%s', (_, from, to) => {
    expect(judge(from, to)).toBeDefined();
  });

  it('a return, behind markup that no reader understands', () => {
    const before = "test('a', () => {\n  render(<p>Don't</p>);\n  expect(a).toBe(1);\n});\n";
    expect(judge('  expect(a)', '  return;\n  expect(a)', before)).toContain('perhaps inside a test');
  });
});
