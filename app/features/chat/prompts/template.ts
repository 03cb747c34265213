/** A blank in a prompt: `{{name}}`, or `{{name|default}}`. */
export interface Blank {
  name: string;
  /** Its default; may be empty. */
  initial: string;
}

type Part = { text: string } | { blank: Blank };

/** Names and defaults are on one line and have no braces; all other braces are plain text. */
const BLANK = /\{\{([^{}|\r\n]{1,60})(?:\|([^{}\r\n]{0,500}))?\}\}/g;

function partsOf(template: string): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const match of template.matchAll(BLANK)) {
    const name = match[1]!.trim();
    if (name === '') continue;
    parts.push({ text: template.slice(end, match.index) });
    parts.push({ blank: { name, initial: (match[2] ?? '').trim() } });
    end = match.index + match[0].length;
  }
  parts.push({ text: template.slice(end) });
  return parts;
}

/** The blanks of a prompt in order, each name once, with its first default that isn't empty. */
export function blanksOf(template: string): Blank[] {
  const blanks = new Map<string, Blank>();
  for (const part of partsOf(template)) {
    if (!('blank' in part)) continue;
    const known = blanks.get(part.blank.name);
    if (!known) blanks.set(part.blank.name, part.blank);
    else if (known.initial === '') known.initial = part.blank.initial;
  }
  return [...blanks.values()];
}

/**
 * Fills in the blanks of a prompt. Values are inserted unchanged, even if they contain braces; a blank without a value
 * gets its default.
 */
export function fillBlanks(template: string, values: ReadonlyMap<string, string>): string {
  const initials = new Map(blanksOf(template).map(({ name, initial }) => [name, initial]));
  return partsOf(template)
    .map((part) => {
      if ('text' in part) return part.text;
      return values.get(part.blank.name) ?? initials.get(part.blank.name) ?? '';
    })
    .join('');
}

/** A prompt as lists show it, with the names of its blanks: `[topic]`. */
export function readableTemplate(template: string): string {
  return fillBlanks(template, new Map(blanksOf(template).map(({ name }) => [name, `[${name}]`])));
}
