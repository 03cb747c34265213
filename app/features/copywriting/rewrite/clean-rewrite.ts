/** What models say before they do as they were asked, on a line of its own that ends with a colon. */
const PREAMBLE =
  /^(?:(?:sure|certainly|of course|absolutely|okay|ok|gladly)\b[^\n]{0,120}|(?:here(?:['’]s| is| are)|below is)\b[^\n]{0,120}|(?:the )?(?:new|rewritten|revised|shortened|shorter|expanded|longer|translated) (?:passage|version|text)[^\n]{0,40}|translation):[ \t]*\n+/i;
const FENCE = /^(`{3,}|~{3,}(?!~))[^\n`]*\n/;
const QUOTES: readonly (readonly [string, string])[] = [
  ['"', '"'],
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
  ["'", "'"],
];

/**
 * A model's answer as it takes the place of a passage: without what models put around it though they were told not to,
 * unless the passage has that too, and with the passage's own blanks at its ends. Empty when there is nothing in it.
 */
export function cleanRewrite(selection: string, answer: string): string {
  const old = selection.trim();
  let text = answer.replace(/\r\n?/g, '\n').trim();
  for (let before = ''; before !== text;) {
    before = text;
    text = unwrapped(old, text).trim();
  }
  if (text === '') return '';
  const lead = /^\s*/.exec(selection)?.[0] ?? '';
  // Of nothing but blanks it is the lead already.
  const tail = old === '' ? '' : selection.slice(selection.trimEnd().length);
  return lead + text + tail;
}

function unwrapped(old: string, text: string): string {
  if (!PREAMBLE.test(`${old}\n`)) {
    const rest = text.replace(PREAMBLE, '');
    if (rest.trim() !== '') text = rest;
  }
  const inside = insideFence(text);
  if (inside !== null && insideFence(old) === null) return inside;
  const marked = text.split('\n').every((line) => line === '' || line.startsWith('>'));
  if (marked && !old.startsWith('>')) return text.replace(/^> ?/gm, '');
  for (const [open, close] of QUOTES) {
    if (!text.startsWith(open) || !text.endsWith(close) || text.length < 2) continue;
    const inner = text.slice(open.length, -close.length);
    const whole = !inner.includes(open) && !inner.includes(close) && inner.trim() !== '';
    if (whole && !(old.startsWith(open) && old.endsWith(close))) return inner;
  }
  return text;
}

/** What stands in the one fence that is around all of a text; null where there is none. */
function insideFence(text: string): string | null {
  const [open, fence = ''] = FENCE.exec(text) ?? [];
  if (open === undefined || !text.endsWith(fence) || text.length < open.length + fence.length) {
    return null;
  }
  const inside = text.slice(open.length, -fence.length);
  return inside.includes(fence) ? null : inside.replace(/\n$/, '');
}
