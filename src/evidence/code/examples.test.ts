import { expect, it } from 'vitest';
import { examplesIn } from './examples.ts';

it('of Rust stand between fences in doc comments', () => {
  const text = `//! # Title
//! \`\`\`
//! use a;
//! \`\`\`
/// Adds.
/// \`\`\`rust,should_panic
/// # hidden
///
/// assert_eq!(add(1), 2);
/// \`\`\`
/// \`\`\`text
/// no code
/// \`\`\`
// \`\`\`
// no documentation
// \`\`\`
/**
 * \`\`\`
 * sub(1);
 * \`\`\`
 */
fn add() {}
/// \`\`\`
/// never closed
fn sub() {}
`;
  expect(examplesIn('a.rs', text)).toEqual([
    '```\nuse a;',
    '```rust,should_panic\n# hidden\nassert_eq!(add(1), 2);',
    '```\nsub(1);',
  ]);
});

it('of Python begin with a prompt and end with an empty line or the text', () => {
  const text = 'def a():\n    """Adds.\n\n    >>> a()\n    1\n\n    Also:\n    >>> a(2)\n    """\n    return 1\n';
  expect(examplesIn('a.py', text)).toEqual(['>>> a()\n1', '>>> a(2)']);
});

it('are in no other language', () => {
  expect(examplesIn('a.ts', '/** ``` a() ``` */')).toEqual([]);
});
