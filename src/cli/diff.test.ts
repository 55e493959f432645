import { describe, expect, it } from 'vitest';
import { renderDiff } from './diff.ts';
import { paintFor } from './paint.ts';

const PATCH = `diff --git a/src/sum.js b/src/sum.js
index 111..222 100644
--- a/src/sum.js
+++ b/src/sum.js
@@ -1,3 +1,3 @@ export
 const a = 1;
--- a/fake header
+++ b/fake header
 const b = 2;
\\ No newline at end of file
diff --git a/new b/new
new file mode 100644
--- /dev/null
+++ b/new
@@ -0,0 +1 @@
+x
`;

const plain = paintFor(false);
const colour = paintFor(true);

describe('a diff for a person', () => {
  it('is the patch itself, line by line, where there are no colours', () => {
    expect(renderDiff(PATCH, plain).join('\n')).toBe(PATCH.trimEnd());
  });

  it('has headers in bold, hunks, added and removed lines in their colours', () => {
    const lines = renderDiff(PATCH, colour);
    expect(lines[0]).toBe('\u001b[1mdiff --git a/src/sum.js b/src/sum.js\u001b[0m');
    expect(lines[4]).toBe('\u001b[36m@@ -1,3 +1,3 @@ export\u001b[0m');
    expect(lines[5]).toBe(' const a = 1;');
    expect(lines.at(-1)).toBe('\u001b[32m+x\u001b[0m');
  });

  it('takes a changed line that looks like a header for what it is', () => {
    const lines = renderDiff(PATCH, colour);
    expect(lines[6]).toBe('\u001b[31m--- a/fake header\u001b[0m');
    expect(lines[7]).toBe('\u001b[32m+++ b/fake header\u001b[0m');
    expect(lines[10]).toBe('\u001b[1mdiff --git a/new b/new\u001b[0m');
  });

  it('lets nothing from the files steer the terminal, and shows that it is there', () => {
    const [, , , , , line] = renderDiff(PATCH.replace('const a', '\u001b[2J\u202econst a'), plain);
    expect(line).toBe(' <U+001B>[2J<U+202E> = 1;'.replace(' = 1', 'const a = 1'));
  });

  it('shows carriage returns only where a hunk has both kinds of lines', () => {
    const crlf = '@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r\n';
    expect(renderDiff(crlf, plain)).toEqual(['@@ -1,2 +1,2 @@', ' a', '-b', '+c']);
    expect(renderDiff(crlf.replace('+c\r', '+c'), plain)).toEqual([
      '@@ -1,2 +1,2 @@',
      ' a<U+000D>',
      '-b<U+000D>',
      '+c',
    ]);
  });

  it('says how much of a very long line is missing', () => {
    const [, line = ''] = renderDiff(`@@ -0,0 +1 @@\n+${'x'.repeat(5_000)}\n`, plain);
    expect(line).toMatch(/^\+x{999} \[\.\.\. 4,001 more characters\]$/);
  });
});
