const SECTION = /^\{\{#(\w+)\}\}\n([^]*?)^\{\{\/\1\}\}\n?/gm;
const NAME = /\{\{(\w+)\}\}/g;

/**
 * Fills a template: `{{name}}` stands for a value, and the lines from `{{#name}}` to `{{/name}}` are there only when that
 * value is not empty. Values are never read as templates. @throws for a name without a value: the template is wrong.
 */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  const value = (name: string) => {
    const found = values[name];
    if (found === undefined) throw new Error(`the template has no value for ${name}`);
    return found;
  };
  return template
    .replace(SECTION, (_whole, name: string, body: string) => (value(name) === '' ? '' : body))
    .replace(NAME, (_whole, name: string) => value(name))
    .trim();
}
