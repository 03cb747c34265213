/**
 * A line of Markdown as it reads, without the marks for links, code, bold and italics. Each step reads the line once:
 * where one mark finds no end, no later one of its kind does.
 */
export function withoutInlineMarks(line: string): string {
  const bold = withoutPairs(withoutLinks(line), /\*\*|__|`+/gu, () => true);
  return withoutPairs(bold, /[*_]/gu, (text, start, end) => {
    return !LETTER_BEFORE.test(text.slice(Math.max(0, start - 2), start)) && !letterAt(text, end);
  });
}

const LETTER_BEFORE = /[\p{L}\p{N}]$/u;
const LETTER = /^[\p{L}\p{N}]/u;

function letterAt(text: string, at: number): boolean {
  return LETTER.test(text.slice(at, at + 2));
}

/** `[label](address)` as its label. */
function withoutLinks(text: string): string {
  let plain = '';
  let from = 0;
  for (let open = text.indexOf('['); open !== -1; open = text.indexOf('[', open)) {
    const labelEnd = text.indexOf('](', open);
    const end = labelEnd === -1 ? -1 : text.indexOf(')', labelEnd + 2);
    if (end === -1) break;
    // The innermost bracket is the one that belongs to the label's end.
    const start = text.lastIndexOf('[', labelEnd);
    const image = start > from && text[start - 1] === '!';
    plain += text.slice(from, image ? start - 1 : start) + text.slice(start + 1, labelEnd);
    from = end + 1;
    open = from;
  }
  return plain + text.slice(from);
}

/** Takes pairs of marks away around what neither begins nor ends with a blank. */
function withoutPairs(
  text: string,
  marks: RegExp,
  stands: (text: string, start: number, end: number) => boolean,
): string {
  const found = [...text.matchAll(marks)].map(({ 0: mark, index }) => ({ mark, index }));
  const unended = new Set<string>();
  let plain = '';
  let from = 0;
  for (let at = 0; at < found.length; at += 1) {
    const { mark, index } = found[at]!;
    const inner = index + mark.length;
    if (unended.has(mark) || !/\S/.test(text.charAt(inner))) continue;
    if (!stands(text, index, text.length)) continue;
    let last = at + 1;
    while (last < found.length && !closes(text, found[last]!, mark, inner, stands)) last += 1;
    const close = found[last];
    if (!close) {
      unended.add(mark);
      continue;
    }
    plain += text.slice(from, index) + text.slice(inner, close.index);
    from = close.index + mark.length;
    at = last;
  }
  return plain + text.slice(from);
}

function closes(
  text: string,
  close: { mark: string; index: number },
  mark: string,
  inner: number,
  stands: (text: string, start: number, end: number) => boolean,
): boolean {
  return (
    close.mark === mark &&
    close.index > inner &&
    /\S/.test(text.charAt(close.index - 1)) &&
    stands(text, 0, close.index + mark.length)
  );
}
