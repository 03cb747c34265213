import type { Token } from 'marked';

// What links refer to: `[label]: address "title"`, possibly over several lines. These functions are for a text that is
// rendered in parts, each of which needs the definitions from the others.

interface Definition {
  label: string;
  source: string;
}

export function definitionsIn(tokens: Token[]): Definition[] {
  return tokens.flatMap((token): Definition[] => {
    if (token.type === 'def') {
      return [{ label: comparable(String(token.tag)), source: token.raw }];
    }
    const items = token.type === 'list' ? (token.items as Token[]) : [];
    return definitionsIn([...items, ...('tokens' in token ? (token.tokens ?? []) : [])]);
  });
}

const ESCAPES_AND_BRACKETS = /\\[^]|[[\]]/g;

/** The innermost bracketed texts, which may be labels of links. */
export function labelsIn(source: string): ReadonlySet<string> {
  const labels = new Set<string>();
  if (!source.includes('[')) return labels;
  let open = -1;
  for (const { 0: mark, index } of source.matchAll(ESCAPES_AND_BRACKETS)) {
    if (mark === '[') open = index;
    if (mark !== ']') continue;
    if (open >= 0) labels.add(comparable(source.slice(open + 1, index)));
    open = -1;
  }
  return labels;
}

/** Labels are compared without case, and with any whitespace counting as one space. */
function comparable(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase().toLowerCase();
}

/** The block preceded by the definitions that it may refer to; these render nothing themselves. */
export function withDefinitions(
  source: string,
  labels: ReadonlySet<string>,
  definitions: ReadonlyMap<string, string>,
): string {
  if (definitions.size === 0) return source;
  const used = [...labels].flatMap((label) => definitions.get(label) ?? []);
  return used.length === 0 ? source : `${used.join('\n')}\n\n${source}`;
}

// A blank line ends a definition, whatever part of it is still open.
const ESCAPE_OR_LINE_END = String.raw`\\[^\n]|\\?\n(?![ \t]*\n)`;
const LABEL = String.raw`\[(?:${ESCAPE_OR_LINE_END}|[^[\]\\\n])*`;
const ANGLE_ADDRESS = String.raw`<(?:\\.|[^\n<>\\])*`;
const ADDRESS = String.raw`(?:[^<\s]\S*|${ANGLE_ADDRESS}>)`;
const TITLE = [
  String.raw`"(?:${ESCAPE_OR_LINE_END}|[^"\\\n])*(?:\\?|" *)`,
  String.raw`'(?:${ESCAPE_OR_LINE_END}|[^'\\\n])*(?:\\?|' *)`,
  String.raw`\((?:${ESCAPE_OR_LINE_END}|[^()\\\n])*(?:\\?|\) *)`,
].join('|');
const LINE_END = String.raw`\n[ \t]*`;

/** Each part may be the last one, up to the end of the line on which a title ends. */
const OPEN_DEFINITION = [
  String.raw` {0,3}${LABEL}(?:\\?|\]`,
  String.raw`(?:: *(?:${LINE_END})?(?:${ANGLE_ADDRESS}\\?|${ADDRESS}`,
  String.raw`(?:(?: +(?:${LINE_END})?|${LINE_END})(?:${TITLE})?)?)?)?)$`,
].join('');
const OPEN_AT = new RegExp(OPEN_DEFINITION, 'y');

/** Whether the rest of a text may still become one definition, or its title, with what follows. */
export function isOpenDefinition(source: string, start: number): boolean {
  OPEN_AT.lastIndex = start;
  return OPEN_AT.test(source);
}
