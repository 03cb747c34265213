// `/x+$/` tries again at each x of a text: quadratic. These look at each character once. A mark is a pattern for a
// single character, without the flags g and y.

/** The text without the characters at its end that fit. */
export function trimEndOf(text: string, mark: RegExp): string {
  let end = text.length;
  while (end > 0) {
    const start = startOfLast(text, end);
    if (!mark.test(text.slice(start, end))) break;
    end = start;
  }
  return text.slice(0, end);
}

/** The text without the characters at both ends that fit. */
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

/** Where the character begins that ends there. */
function startOfLast(text: string, end: number): number {
  const pair = end > 1 && text.codePointAt(end - 2)! > 0xffff;
  return pair ? end - 2 : end - 1;
}
