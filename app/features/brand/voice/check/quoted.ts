import type { Prose } from './prose';

const CLOSES: Record<string, string> = { '“': '”', '„': '“”', '«': '»', '»': '«', '"': '"' };

/** 1 for each UTF-16 unit within quotation marks of one paragraph, and in lines of a block quote: another person's words. */
export function quotedIn({ text, hidden }: Prose): Uint8Array {
  const quoted = new Uint8Array(text.length);
  let open = -1;
  let closing = '';
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]!;
    if (character === '\n') {
      if (text[at + 1] === '\n') open = -1;
      if (text[at + 1] === '>') at = fillLine(text, quoted, at + 1);
    } else if (at === 0 && character === '>') at = fillLine(text, quoted, at);
    else if (hidden[at]) continue;
    else if (open === -1) {
      const closes = CLOSES[character];
      if (closes === undefined) continue;
      open = at;
      closing = closes;
    } else if (closing.includes(character)) {
      quoted.fill(1, open, at + 1);
      open = -1;
    }
  }
  return quoted;
}

/** Returns the last place of the line. */
function fillLine(text: string, quoted: Uint8Array, from: number): number {
  const newline = text.indexOf('\n', from);
  const end = newline === -1 ? text.length : newline;
  quoted.fill(1, from, end);
  return end - 1;
}
