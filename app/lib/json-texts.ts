import { fieldsOf } from './json';

/** Those of these fields that are texts. */
export function textFieldsOf<Name extends string>(
  json: unknown,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const fields = fieldsOf(json);
  const texts: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const text = fields[name];
    if (typeof text === 'string') texts[name] = text;
  }
  return texts;
}

export function isTextList(json: unknown): json is string[] {
  return Array.isArray(json) && json.every((item) => typeof item === 'string');
}
