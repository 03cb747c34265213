const SECTION = /^\{\{#(\w+)\}\}\n([^]*?)^\{\{\/\1\}\}(?:\n|$)/gm;
const PLACEHOLDER = /\{\{(\w+)\}\}/g;

/**
 * A template with `{{name}}` replaced by what has that name, to the letter: what is filled in is not looked at again. The
 * lines from `{{#name}}` to `{{/name}}` are there only when that is not empty. A line of nothing but an empty one is left
 * out with the empty line before it.
 * @throws Error for a name that is not given: a mistake of the template.
 */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  const valueOf = (name: string) => {
    if (!Object.hasOwn(values, name)) throw new Error(`nothing is given for {{${name}}}`);
    return values[name]!;
  };
  const lines = template
    .trim()
    .replace(SECTION, (_, name: string, body: string) => (valueOf(name) === '' ? '' : body))
    .split('\n');
  const kept: string[] = [];
  for (const line of lines) {
    const alone = /^\{\{(\w+)\}\}$/.exec(line)?.[1];
    if (alone !== undefined && valueOf(alone) === '') {
      if (kept.at(-1) === '') kept.pop();
    } else {
      kept.push(line.replace(PLACEHOLDER, (_, name: string) => valueOf(name)));
    }
  }
  return kept.join('\n').trimEnd();
}

/** Whatever someone, or something, might take for the beginning of a line. */
const LINE_BREAKS = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;

/**
 * A person's words for a prompt, each line behind a ">": none of it can pose as a heading or as an instruction of ours. Empty
 * for nothing.
 */
export function quotedLines(text: string): string {
  if (text.trim() === '') return '';
  return text
    .split(LINE_BREAKS)
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}

/** The same on one line. */
export function quotedLine(text: string): string {
  return quotedLines(text.replace(LINE_BREAKS, ' '));
}
