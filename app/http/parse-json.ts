import { AppError } from '~/lib/errors';

/** Lists, objects, and keys. Each costs time and memory, and 2 MB have room for a million; the largest call of ours has 5,000. */
const MAX_STRUCTURE = 20_000;

/** An import is told which of 200,000 conversations it leaves out. */
const MAX_ITEMS = 250_000;

const TOO_COMPLEX = 'This has too many parts to be sent.';

/**
 * The JSON in these bytes.
 * @throws AppError `too-large` when parsing it would hold the event loop for long; SyntaxError, TypeError for what is no
 * UTF-8 JSON
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
