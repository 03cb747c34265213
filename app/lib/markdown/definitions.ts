import type { Token } from 'marked';

// What links refer to: `[label]: address "title"`, possibly over several lines. These functions are for a text that is
// rendered in parts, each of which needs the definitions that stand in others.

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

/** What stands in brackets, the innermost ones, and may be the label of a link. */
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

/** Labels are the same in any case and with any blanks. */
function comparable(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase().toLowerCase();
}

/** The block with the definitions in front that it may refer to; they show nothing themselves. */
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

/** Whether all that follows in a text may become one definition with what comes next, or its title. */
export function isOpenDefinition(source: string, start: number): boolean {
  OPEN_AT.lastIndex = start;
  return OPEN_AT.test(source);
}
