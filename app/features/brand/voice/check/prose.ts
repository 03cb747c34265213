// What of a text is prose: code, addresses, the targets of links, and the names of email headers are not checked.

export interface Prose {
  text: string;
  /** 1 for each UTF-16 unit that isn't checked. */
  hidden: Uint8Array;
  /** Where links and citation marks are, in order. */
  sources: number[];
}

const HEADERS = [
  'subject',
  'subject line',
  'preheader',
  'pre-header',
  'preview',
  'preview text',
  'betreff',
  'vorschautext',
];
/** A header's name with the marks around it. */
const MAX_HEADER = 40;

const CITATION = /\[(?:\^[\w-]{1,20}|\d{1,3}(?: ?[,–-] ?\d{1,3}){0,5})\]/y;
const ADDRESS = /https?:\/\/[^\s<>"()]|www\.[^\s<>"()]/iy;
const HANDLE = /[\p{L}\p{N}._+-]/u;
const CLOSING = new Set('.,;:!?\'"*_~’”)');

export function proseOf(text: string): Prose {
  const prose: Prose = { text, hidden: new Uint8Array(text.length), sources: [] };
  let fence: { mark: string; length: number } | null = null;
  for (let from = 0; from < text.length;) {
    const newline = text.indexOf('\n', from);
    const end = newline === -1 ? text.length : newline;
    const found = fenceAt(text, from, end);
    if (fence) {
      prose.hidden.fill(1, from, end);
      if (found?.bare && found.mark === fence.mark && found.length >= fence.length) fence = null;
    } else if (found) {
      prose.hidden.fill(1, from, end);
      fence = found;
    } else {
      hideHeader(prose, from, end);
      hideCode(prose, from, end);
      hideAddresses(prose, from, end);
    }
    from = end + 1;
  }
  return prose;
}

function fenceAt(text: string, from: number, end: number) {
  let at = from;
  while (at < from + 3 && text[at] === ' ') at += 1;
  const mark = text[at];
  if (mark !== '`' && mark !== '~') return null;
  const start = at;
  while (at < end && text[at] === mark) at += 1;
  const length = at - start;
  if (length < 3) return null;
  const rest = text.slice(at, end);
  // Backticks behind them make code within a line.
  if (mark === '`' && rest.includes('`')) return null;
  return { mark, length, bare: rest.trim() === '' };
}

function hideHeader({ text, hidden }: Prose, from: number, end: number): void {
  const start = text.slice(from, Math.min(end, from + MAX_HEADER));
  const colon = start.indexOf(':');
  if (colon < 1) return;
  const name = start.slice(0, colon).replace(/[\s#>*_]+/g, ' ');
  if (HEADERS.includes(name.trim().toLowerCase())) hidden.fill(1, from, from + colon + 1);
}

/** Code within a line: from a run of backticks to the next one of that length. */
function hideCode({ text, hidden }: Prose, from: number, end: number): void {
  const runs: { at: number; length: number }[] = [];
  for (let at = from; at < end; at += 1) {
    if (text[at] !== '`') continue;
    const start = at;
    while (at < end && text[at] === '`') at += 1;
    runs.push({ at: start, length: at - start });
  }
  const closing = new Map<number, number>();
  const next = new Array<number | undefined>(runs.length);
  for (let index = runs.length - 1; index >= 0; index -= 1) {
    next[index] = closing.get(runs[index]!.length);
    closing.set(runs[index]!.length, index);
  }
  for (let index = 0; index < runs.length;) {
    const close = next[index];
    if (close === undefined) {
      index += 1;
      continue;
    }
    hidden.fill(1, runs[index]!.at, runs[close]!.at + runs[close]!.length);
    index = close + 1;
  }
}

function hideAddresses({ text, hidden, sources }: Prose, from: number, end: number): void {
  const find = finder(text, end);
  for (let at = from; at < end; at += 1) {
    if (hidden[at]) continue;
    switch (text[at]) {
      case '[': {
        CITATION.lastIndex = at;
        const mark = CITATION.exec(text)?.[0];
        if (mark === undefined || text[at + mark.length] === '(') break;
        sources.push(at);
        hidden.fill(1, at, at + mark.length);
        break;
      }
      case ']': {
        if (text[at + 1] !== '(') break;
        const close = find(')', at + 2);
        if (close === -1) break;
        // A button without an address leads nowhere yet.
        if (!/^#?$/.test(text.slice(at + 2, Math.min(close, at + 4)))) sources.push(at);
        hidden.fill(1, at + 1, close + 1);
        break;
      }
      case '<': {
        const close = /[a-z/!]/i.test(text[at + 1] ?? '') ? find('>', at + 1) : -1;
        if (close !== -1) hidden.fill(1, at, close + 1);
        break;
      }
      case 'h':
      case 'H':
      case 'w':
      case 'W': {
        ADDRESS.lastIndex = at;
        if (!ADDRESS.test(text) || isPart(text[at - 1])) break;
        const close = endOfAddress(text, at, end);
        sources.push(at);
        hidden.fill(1, at, close);
        at = close - 1;
        break;
      }
      case '@':
        at = hideHandle(text, hidden, at, from, end) - 1;
        break;
      case '.':
        if (isDomainAt(text, at)) {
          const close = endOfAddress(text, at, end);
          hidden.fill(1, startOfHandle(text, hidden, at, from), close);
          at = close - 1;
        }
        break;
    }
  }
}

/** Finds characters up to `end`, and looks for one that isn't there only once. */
function finder(text: string, end: number): (mark: string, from: number) => number {
  const known = new Map<string, number>();
  return (mark, from) => {
    const before = known.get(mark);
    if (before !== undefined && (before === -1 || before >= from)) return before;
    let at = from;
    while (at < end && text[at] !== mark) at += 1;
    if (at >= end) at = -1;
    known.set(mark, at);
    return at;
  };
}

function endOfAddress(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && !/[\s<>"()”“]/.test(text[at]!)) at += 1;
  while (at > from + 1 && CLOSING.has(text[at - 1]!)) at -= 1;
  return at;
}

/** An email address, or the name of an account. Returns where it ends. */
function hideHandle(
  text: string,
  hidden: Uint8Array,
  at: number,
  from: number,
  end: number,
): number {
  if (!isPart(text[at + 1])) return at + 1;
  let close = at + 1;
  while (close < end && isPart(text[close])) close += 1;
  while (CLOSING.has(text[close - 1]!)) close -= 1;
  hidden.fill(1, startOfHandle(text, hidden, at, from), close);
  return close;
}

function startOfHandle(text: string, hidden: Uint8Array, at: number, from: number): number {
  let start = at;
  while (start > from && !hidden[start - 1] && isPart(text[start - 1])) start -= 1;
  return start;
}

function isPart(character: string | undefined): boolean {
  return character !== undefined && HANDLE.test(character);
}

const ENDING = /\.[a-z]{2,6}(?![\p{L}\p{N}_-])/uy;

/** The dot before the last part of a domain or of a file's name. */
function isDomainAt(text: string, at: number): boolean {
  if (!isPart(text[at - 1]) || text[at - 1] === '.') return false;
  ENDING.lastIndex = at;
  return ENDING.test(text);
}
