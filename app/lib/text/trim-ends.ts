// `/x+$/` tries again at each x of a text, which is quadratic. These functions look at each character once. A mark is a
// pattern for a single character, without the flags g and y.

/** The text without the matching characters at its end. */
export function trimEndOf(text: string, mark: RegExp): string {
  let end = text.length;
  while (end > 0) {
    const start = startOfLast(text, end);
    if (!mark.test(text.slice(start, end))) break;
    end = start;
  }
  return text.slice(0, end);
}

/** The text without the matching characters at both ends. */
export function trimEndsOf(text: string, mark: RegExp): string {
  const head = trimEndOf(text, mark);
  let start = 0;
  while (start < head.length) {
    const character = String.fromCodePoint(head.codePointAt(start)!);
    if (!mark.test(character)) break;
    start += character.length;
  }
  return head.slice(start);
}

/** Where the character that ends here begins. */
function startOfLast(text: string, end: number): number {
  const pair = end > 1 && text.codePointAt(end - 2)! > 0xffff;
  return pair ? end - 2 : end - 1;
}
