// Reads parsed JSON that nothing has checked yet.

/** Never there. A type with a property of its own isn't assignable to one in which every property is optional. */
declare const UNCHECKED: unique symbol;

/** Fields of any names and values, each to be checked before it's used. */
export type Fields = Readonly<Record<string, unknown>> & { readonly [UNCHECKED]?: never };

const NONE: Fields = {};

export function isObject(json: unknown): json is Fields {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

/** The fields of an object; none of anything else. */
export function fieldsOf(json: unknown): Fields {
  return isObject(json) ? json : NONE;
}

/** The value of a JSON text; undefined when it isn't one. */
export function parsedOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // It was cut off, or never was JSON.
    return undefined;
  }
}

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
