/** Keeps the head and the tail of a text within `most` characters and says how much went. */
export function trimMiddle(text: string, most: number): string {
  if (text.length <= most) return text;
  const mark = `\n[... ${text.length - most} or more characters left out ...]\n`;
  const room = Math.max(0, most - mark.length);
  const head = text.slice(0, Math.ceil(room / 2));
  const tail = text.slice(text.length - Math.floor(room / 2));
  return `${withoutLoneEnd(head)}${mark}${withoutLoneStart(tail)}`;
}

/** A text without half a character at its end. */
export function withoutLoneEnd(text: string): string {
  return /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text;
}

function withoutLoneStart(text: string): string {
  return /^[\udc00-\udfff]/.test(text) ? text.slice(1) : text;
}
