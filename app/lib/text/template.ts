const SECTION = /^\{\{#(\w+)\}\}\n([^]*?)^\{\{\/\1\}\}(?:\n|$)/gm;
const PLACEHOLDER = /\{\{(\w+)\}\}/g;

/**
 * A template with `{{name}}` replaced by its value, literally: inserted values aren't processed again. The lines from
 * `{{#name}}` to `{{/name}}` are included only if the value isn't empty. A line with only an empty value is left out,
 * together with the empty line before it.
 * @throws Error for a name without a value: a mistake in the template.
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
  const result: string[] = [];
  for (const line of lines) {
    const alone = /^\{\{(\w+)\}\}$/.exec(line)?.[1];
    if (alone !== undefined && valueOf(alone) === '') {
      if (result.at(-1) === '') result.pop();
    } else {
      result.push(line.replace(PLACEHOLDER, (_, name: string) => valueOf(name)));
    }
  }
  return result.join('\n').trimEnd();
}

/** Everything that someone, or a model, might take for the beginning of a line. */
const LINE_BREAKS = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;

/**
 * A person's words for a prompt, each line behind a ">": none of it can pose as a heading or as an instruction of ours.
 * Empty if there are none.
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
