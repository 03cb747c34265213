/** How very long texts are split for the page. Rules without I/O. */

export interface TextPart {
  /** Its start, which identifies it. */
  from: number;
  part: string;
}

/** Splits a text into parts of about `length` characters at ends of lines, or else at spaces, never within a character. */
export function partsOf(text: string, length: number): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  while (from < text.length) {
    const end = endOfPart(text, from, length);
    // The end of a block is the end of a line.
    const line = text[end - 1] === '\n' ? end - 1 : end;
    parts.push({ from, part: text.slice(from, line) || ' ' });
    from = end;
  }
  return parts;
}

function endOfPart(text: string, from: number, length: number): number {
  const max = from + length;
  if (max >= text.length) return text.length;
  const line = text.lastIndexOf('\n', max - 1) + 1;
  if (line > from) return line;
  const blank = text.lastIndexOf(' ', max - 1) + 1;
  if (blank > from) return blank;
  return /[\udc00-\udfff]/.test(text[max]!) ? max + 1 : max;
}

/** Blocks of Markdown; very long ones are split, and each part of fenced code is fenced. */
export function blocksOf(
  blocks: readonly string[],
  length: number,
): { from: number; source: string }[] {
  let at = 0;
  return blocks.flatMap((block) => {
    const start = at;
    at += block.length;
    if (block.length <= length) return [{ from: start, source: block }];
    const [, open = '', fence = ''] = /^(\s*(`{3,}(?!`)|~{3,}(?!~))[^\n]*\n)/.exec(block) ?? [];
    const body = open === '' ? block : withoutClosingFence(block.slice(open.length));
    return partsOf(body, length).map(({ from, part }) => ({
      from: start + from,
      source: open === '' ? part : `${open}${part}\n${fence}`,
    }));
  });
}

function withoutClosingFence(code: string): string {
  const end = code.trimEnd();
  const line = end.lastIndexOf('\n');
  return line >= 0 && /^\s*(?:`{3,}|~{3,})$/.test(end.slice(line))
    ? end.slice(0, line).trimEnd()
    : code;
}
