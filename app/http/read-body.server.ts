import { AppError } from '~/lib/errors';

import { parseJson } from './parse-json';

/** Enough for an email, a password, and two names in any script, however they are encoded. */
export const MAX_ACCOUNT_BODY = 16_000;

/** Enough for 5,000 characters of any script, of which each takes up to twelve bytes in a form and in JSON. */
export const MAX_CONTACT_BODY = 80_000;

/** For what admins and signed-in people send. */
export const MAX_FORM_BODY = 2_000_000;

/** Far more than any form has. Each field costs time, and a body of 2 MB has room for a million. */
const MAX_FIELDS = 64;

const TOO_LARGE = 'This is too long to be sent. Shorten it and try again.';

/**
 * The fields of a URL-encoded form by their names; of those that come twice, the first. Any other body counts as an
 * empty form.
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

/** A JSON body; null for one that is none. @throws AppError `too-large` */
export async function readJsonBody(request: Request, limit: number): Promise<unknown> {
  const body = await readBytes(request, limit);
  try {
    return parseJson(body);
  } catch (error) {
    if (error instanceof AppError) throw error;
    // What was sent is no JSON: the checks of each route then say what is missing.
    return null;
  }
}

/** Lets the rest of a body pass that is answered without being read, so that the connection can be used again. */
export function discardBody(request: Request): void {
  if (request.body === null || request.bodyUsed) return;
  request.body.pipeTo(new WritableStream()).catch(() => {
    // The client left: nothing is waited for any more.
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
