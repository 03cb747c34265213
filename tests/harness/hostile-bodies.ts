import { randomUUID } from 'node:crypto';

// Bodies that cost a careless parser the most, as large as it accepts.

export interface HostileBody {
  name: string;
  type: string;
  /** Makes a new body each time: one with a client key counts only once. */
  make(): Buffer<ArrayBuffer>;
}

type Schema = Record<string, unknown>;

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const BOUNDARY = 'b';

/** Repeats `part` between `head` and `tail` up to the limit. */
function filled(limit: number, part: string, head = '', tail = ''): Buffer<ArrayBuffer> {
  const room = limit - Buffer.byteLength(head + tail);
  const count = Math.max(0, Math.floor(room / Buffer.byteLength(part)));
  return Buffer.concat([Buffer.from(head), Buffer.from(part.repeat(count)), Buffer.from(tail)]);
}

/** Distinct parts up to the limit. */
function numbered(
  limit: number,
  part: (number: number) => string,
  head: string,
  tail: string,
): Buffer<ArrayBuffer> {
  const parts: string[] = [];
  let size = Buffer.byteLength(head + tail);
  for (let number = 0; ; number += 1) {
    const next = part(number);
    size += Buffer.byteLength(next);
    if (size > limit) break;
    parts.push(next);
  }
  return Buffer.from(head + parts.join('') + tail);
}

/** Texts as they are written inside a JSON string. */
const TEXTS: Readonly<Record<string, string>> = {
  letters: 'a',
  words: 'word ',
  'combining marks': '\u0301\u0316',
  spaces: ' ',
  newlines: '\\n',
  'opening brackets': '[',
  'half characters': '\\ud800',
  zeros: '\\u0000',
  'at signs': 'a@',
  stars: '*a ',
  'quotation marks': '\\"',
  emoji: '👨‍👩‍👧',
};

/** JSON of all kinds of unexpected structures. */
export function hostileStructures(limit: number): HostileBody[] {
  const half = Math.floor(limit / 2);
  return cached(`structures ${limit}`, JSON_TYPE, {
    'nested arrays': () => Buffer.from('['.repeat(half) + ']'.repeat(half)),
    'arrays without end': () => Buffer.alloc(limit, '['),
    'nested objects': () => filled(limit, '{"a":'),
    'an array of numbers': () => filled(limit, '1,', '[', '1]'),
    'an array of objects': () => filled(limit, '{},', '[', '{}]'),
    'an array of small objects': () => filled(limit, '{"a":[]},', '[', '{}]'),
    'an array of strings': () => filled(limit, '"",', '[', '""]'),
    'an object of many keys': () => numbered(limit, keyOf, '{', '"a":1}'),
    'an object of one key, again and again': () => filled(limit, '"a":1,', '{', '"a":1}'),
    'a number': () => Buffer.alloc(limit, '1'),
    'small numbers': () => filled(limit, '1e-9,', '[', '1]'),
  });
}

const made = new Map<string, Buffer<ArrayBuffer>>();

/** Makes bodies that are the same for all routes only once: making one takes longer than refusing it. */
function cached(
  set: string,
  type: string,
  bodies: Record<string, () => Buffer<ArrayBuffer>>,
): HostileBody[] {
  return named(type, bodies).map(({ make, ...body }) => ({
    ...body,
    make() {
      const key = `${set}: ${body.name}`;
      const bytes = made.get(key) ?? make();
      made.set(key, bytes);
      return bytes;
    },
  }));
}

/** JSON that is a single text. */
export function hostileTexts(limit: number): HostileBody[] {
  return cached(
    `texts ${limit}`,
    JSON_TYPE,
    Object.fromEntries(
      Object.entries(TEXTS).map(([name, part]) => [
        `a text of ${name}`,
        () => filled(limit, part, '"', '"'),
      ]),
    ),
  );
}

const keyOf = (number: number) => `"${number.toString(36)}":1,`;
const partOf = (name: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`;
const END = `\r\n--${BOUNDARY}--\r\n`;

/** Forms of both types, with many fields or with long ones. */
export function hostileForms(limit: number, fields: readonly string[]): HostileBody[] {
  const room = Math.floor(limit / fields.length);
  const urlencoded: Record<string, () => Buffer<ArrayBuffer>> = {
    'a form of many fields': () => filled(limit, 'a=&'),
    'a form of many names': () => numbered(limit, (n) => `${n.toString(36)}&`, '', ''),
    'a form of ampersands': () => Buffer.alloc(limit, '&'),
    'a form of percent signs': () => Buffer.alloc(limit, '%'),
    'a form of plus signs': () => Buffer.alloc(limit, '+'),
  };
  const multipart: Record<string, () => Buffer<ArrayBuffer>> = {
    'many parts': () => filled(limit, `${partOf('a')}\r\n`, '', END),
    'many boundaries': () => filled(limit, `--${BOUNDARY}\r\n`, '', END),
    'a part of dashes': () => filled(limit, '\r\n--', partOf('a'), END),
    'a part of beginning boundaries': () => filled(limit, `\r\n-${BOUNDARY}`, partOf('a'), END),
    'a long name': () => filled(limit, 'a', partOf('a').slice(0, -6), `"\r\n\r\n${END}`),
    'many headers': () => filled(limit, 'a: b\r\n', `--${BOUNDARY}\r\n`, END),
  };
  for (const [name, part] of Object.entries(TEXTS)) {
    const text = (JSON.parse(`"${part}"`) as string).toWellFormed();
    const all = (one: (field: string) => Buffer<ArrayBuffer>, tail = '') =>
      Buffer.concat([...fields.map(one), Buffer.from(tail)]);
    urlencoded[`fields of ${name}`] = () =>
      all((field) => filled(room, encodeURIComponent(text), `${field}=`, '&'));
    multipart[`parts of ${name}`] = () =>
      all((field) => filled(room - END.length, text, partOf(field), '\r\n'), END);
  }
  const set = `forms ${limit} ${fields.join()}`;
  return [
    ...cached(set, FORM_TYPE, urlencoded),
    ...cached(set, `multipart/form-data; boundary=${BOUNDARY}`, multipart),
  ];
}

/** Texts as files. */
export function hostileFiles(limit: number): HostileBody[] {
  return cached(
    `files ${limit}`,
    'application/octet-stream',
    Object.fromEntries(
      Object.entries(TEXTS).map(([name, part]) => [
        `a file of ${name}`,
        () => filled(limit, (JSON.parse(`"${part}"`) as string).toWellFormed()),
      ]),
    ),
  );
}

/** Bodies that are valid or nearly valid for a schema, with a list as long as possible. */
export function fittingLists(schema: Schema, limit: number): HostileBody[] {
  return placesIn(schema, limit).flatMap(({ name, at, fill }) => {
    if (at.type !== 'array') return [];
    const list = (item: string) => () => fill(limit, `${item},`, '[', `${item}]`);
    return named(JSON_TYPE, {
      [`${name}: what fits`]: list(JSON.stringify(sampleOf((at.items ?? {}) as Schema))),
      [`${name}: numbers`]: list('1'),
      [`${name}: objects`]: list('{}'),
    });
  });
}

/** The same with a text as long as possible, or of one of `lengths`, which the parser may have to accept. */
export function fittingTexts(
  schema: Schema,
  limit: number,
  lengths: readonly number[],
): HostileBody[] {
  return placesIn(schema, limit).flatMap(({ name, at, fill }) => {
    if (at.type !== 'string' || at.enum !== undefined || at.const !== undefined) return [];
    return [limit, ...lengths].flatMap((length) =>
      named(
        JSON_TYPE,
        Object.fromEntries(
          Object.entries(TEXTS).map(([kind, part]) => {
            const units = (JSON.parse(`"${part}"`) as string).length;
            const bytes = (length / units) * Buffer.byteLength(part) + 2;
            return [`${name}: ${length} of ${kind}`, () => fill(bytes, part, '"', '"')];
          }),
        ),
      ),
    );
  });
}

interface Place {
  name: string;
  at: Schema;
  /** A valid body with `size` bytes at this place, or as many as there is room for. */
  fill(size: number, part: string, open: string, close: string): Buffer<ArrayBuffer>;
}

function placesIn(schema: Schema, limit: number): Place[] {
  return alternatives(schema).flatMap((each, which) =>
    placesOf(each).map(([path, at]) => ({
      name: `${which === 0 ? '' : `(${which + 1}) `}${path.join('.') || 'itself'}`,
      at,
      fill(size: number, part: string, open: string, close: string) {
        const whole = JSON.stringify(withValue(sampleOf(each), path, MARK));
        const [head = '', tail = ''] = whole.split(`"${MARK}"`);
        const rest = Buffer.byteLength(head + tail);
        return filled(Math.min(limit, size + rest), part, head + open, close + tail);
      },
    })),
  );
}

const MARK = 'the place';

function named(type: string, bodies: Record<string, () => Buffer<ArrayBuffer>>): HostileBody[] {
  return Object.entries(bodies).map(([name, make]) => ({ name, type, make }));
}

/** The alternatives of a schema. */
function alternatives(schema: Schema): Schema[] {
  const several = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  return several ? several.flatMap(alternatives) : [schema];
}

function propertiesOf(schema: Schema): [string, Schema][] {
  const properties = (schema.properties ?? {}) as Record<string, Schema>;
  // Of a field's alternatives, one that can be long.
  return Object.entries(properties).map(([name, given]) => {
    const shapes = alternatives(given);
    return [name, shapes.find(({ type }) => type === 'string' || type === 'array') ?? shapes[0]!];
  });
}

/** Every place in a valid value. */
function placesOf(schema: Schema, path: string[] = []): [string[], Schema][] {
  const here: [string[], Schema] = [path, schema];
  if (schema.type === 'array') {
    const inside = placesOf((schema.items ?? {}) as Schema, [...path, '0']);
    return [here, ...inside.slice(1)];
  }
  return [here, ...propertiesOf(schema).flatMap(([name, each]) => placesOf(each, [...path, name]))];
}

/** Derives a schema from a sample: '' stands for any text, and `uuid` for any id. */
export function schemaLike(sample: unknown): Schema {
  if (sample === '') return { type: 'string' };
  if (sample === 'uuid') return { type: 'string', format: 'uuid' };
  if (Array.isArray(sample)) return { type: 'array', items: schemaLike(sample[0]) };
  if (typeof sample !== 'object' || sample === null) return { const: sample };
  const properties = Object.entries(sample).map(([name, each]) => [name, schemaLike(each)]);
  return { type: 'object', properties: Object.fromEntries(properties) as Schema };
}

/** The shortest valid value. */
function sampleOf(schema: Schema): unknown {
  const shapes = alternatives(schema);
  // For an optional id, null: other ids don't exist.
  const { type, ...rest } = shapes.find((shape) => shape.type === 'null') ?? shapes[0] ?? schema;
  if (rest.const !== undefined) return rest.const;
  if (Array.isArray(rest.enum)) return rest.enum[0];
  if (type === 'object') {
    return Object.fromEntries(propertiesOf(schema).map(([name, each]) => [name, sampleOf(each)]));
  }
  if (type === 'array') return [sampleOf((rest.items ?? {}) as Schema)];
  if (type === 'string') return rest.format === 'uuid' ? randomUUID() : 'x';
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return Math.max(1, Number(rest.minimum ?? 1));
  return type === 'null' ? null : 'x';
}

function withValue(value: unknown, [first, ...rest]: string[], put: string): unknown {
  if (first === undefined) return put;
  if (Array.isArray(value)) return [withValue(value[0], rest, put)];
  const fields = value as Record<string, unknown>;
  return { ...fields, [first]: withValue(fields[first], rest, put) };
}
