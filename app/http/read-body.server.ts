import { AppError } from '~/lib/errors';

import type { IncomingMessage } from 'node:http';

import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';

/** Enough for an email address, a password, and two names in any script, however they are encoded. */
export const MAX_ACCOUNT_BODY = 16_000;

/** Enough for 5,000 characters of any script, each of which takes up to twelve bytes in a form and in JSON. */
export const MAX_CONTACT_BODY = 80_000;

/** For JSON unless its endpoint says otherwise: enough for a text of 20,000 characters, however it's encoded. */
export const MAX_JSON_BODY = 400_000;

/** For a whole document or a long list. */
export const MAX_DOCUMENT_BODY = 2_000_000;

/** For the forms that admins and signed-in users send. */
export const MAX_FORM_BODY = 2_000_000;

/** Far more than any form has. Each field costs time, and a body of 2 MB has room for a million. */
const MAX_FIELDS = 64;

const TOO_LARGE = 'This is too long to send. Shorten it and try again.';

/**
 * The fields of a URL-encoded form by name; if a name repeats, its first value. Any other body counts as an empty form.
 * @throws AppError `too-large`
 */
export async function readForm(request: Request, limit: number): Promise<Map<string, string>> {
  const type = request.headers.get('content-type') ?? '';
  const body = await readBytes(request, limit);
  const fields = new Map<string, string>();
  if (!/^application\/x-www-form-urlencoded\b/i.test(type)) return fields;
  if (hasTooManyFields(body)) throw tooLarge();
  plusToSpace(body);
  for (const [name, value] of new URLSearchParams(new TextDecoder().decode(body))) {
    if (!fields.has(name)) fields.set(name, value);
  }
  return fields;
}

/** A JSON body; null if it's invalid. @throws AppError `too-large` */
export async function readJsonBody(request: Request, limit: number): Promise<unknown> {
  const body = await readBytes(request, limit);
  try {
    return parseJson(body);
  } catch (error) {
    if (error instanceof AppError) throw error;
    // Invalid JSON: each route's own checks then say what is missing.
    return null;
  }
}

/** Drains the rest of a body that is answered without being read, so that the connection can be reused. */
export function discardBody(request: Request): void {
  if (request.body === null || request.bodyUsed) return;
  request.body.pipeTo(new WritableStream()).catch(() => {
    // The client disconnected, so there is nothing to drain.
  });
}

async function readBytes(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) {
    discardBody(request);
    throw tooLarge();
  }
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    size += part.value.length;
    if (size > limit) {
      reader?.releaseLock();
      discardBody(request);
      throw tooLarge();
    }
    parts.push(part.value);
  }
  return new Uint8Array(Buffer.concat(parts, size));
}

function tooLarge(): AppError {
  return new AppError('too-large', TOO_LARGE);
}

function hasTooManyFields(body: Uint8Array): boolean {
  let at = -1;
  for (let fields = 1; fields <= MAX_FIELDS; fields += 1) {
    at = body.indexOf(AMPERSAND, at + 1);
    if (at === -1) return false;
  }
  return true;
}

/** In bytes: URLSearchParams takes 50 ms for a megabyte of plus signs. */
function plusToSpace(body: Uint8Array): void {
  for (let at = 0; at < body.length; at += 1) if (body[at] === PLUS) body[at] = SPACE;
}

const AMPERSAND = '&'.charCodeAt(0);
const PLUS = '+'.charCodeAt(0);
const SPACE = ' '.charCodeAt(0);

/**
 * Lists, objects, and keys. Each costs time and memory, and 2 MB have room for a million; our largest call has 5,000.
 */
const MAX_STRUCTURE = 20_000;

/** An import's request may name which of 200,000 conversations to leave out. */
const MAX_ITEMS = 250_000;

const TOO_COMPLEX = 'This has too many parts to send.';

/**
 * Parses these bytes as JSON.
 * @throws AppError `too-large` if parsing would block the event loop for long; SyntaxError or TypeError for invalid
 * UTF-8 or JSON
 */
export function parseJson(bytes: Uint8Array): unknown {
  refuseComplex(bytes);
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
}

const [QUOTE, BACKSLASH, COMMA, COLON, BRACKET, BRACE] = [...'"\\,:[{'].map((mark) =>
  mark.charCodeAt(0),
);

function refuseComplex(bytes: Uint8Array): void {
  let structure = 0;
  let items = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      at += 1;
      while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
    } else if (byte === COMMA) items += 1;
    else if (byte === COLON || byte === BRACKET || byte === BRACE) structure += 1;
  }
  if (structure > MAX_STRUCTURE || items > MAX_ITEMS) throw new AppError('too-large', TOO_COMPLEX);
}

const MALFORMED = 'We couldn’t read this request. Try again.';

/**
 * The JSON body of a Node request of at most `limit` bytes.
 * @throws AppError `invalid` if it's longer, not UTF-8 JSON, or interrupted; `too-large` if it has too many parts
 */
export async function readJson(request: IncomingMessage, limit: number): Promise<unknown> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of request) {
      size += (part as Buffer).length;
      if (size > limit) throw new AppError('invalid', 'This is too long to send.');
      parts.push(part as Buffer);
    }
    return parseJson(Buffer.concat(parts));
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('invalid', MALFORMED, { cause });
  }
}

/**
 * The body of a request as a Node stream. It may break before its reader listens, and without a listener that would end
 * the process. The reader still learns of it, because the stream has failed.
 */
export function bodyOf({ body }: Request): Readable {
  if (body === null) return Readable.from([]);
  // eslint-disable-next-line no-restricted-properties -- the one place that listens
  const stream = Readable.fromWeb(body as ReadableStream);
  stream.on('error', () => {
    // The reader reports it.
  });
  return stream;
}
