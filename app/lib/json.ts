// Reads parsed JSON that nothing has checked yet.

export type Fields = Readonly<Record<string, unknown>>;

const NONE: Fields = {};

export function isObject(json: unknown): json is Fields {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

/** The fields of an object; none of anything else. */
export function fieldsOf(json: unknown): Fields {
  return isObject(json) ? json : NONE;
}
