/** A file of an archive: its name, its length in bytes, and exactly that many bytes. */
export interface Entry {
  name: string;
  length: number;
  /** An object's media type. */
  type?: string;
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

export const TYPE_RECORD = 'BRANDWRIGHT.type';
const BLOCK = 512;
/** The largest size that an old header can tell; the extended one tells every size. */
const MAX_OCTAL = 0o77777777777;

/** A file whose bytes are there. */
export function entry(name: string, bytes: Uint8Array): Entry {
  return { name, length: bytes.length, body: [bytes] };
}

/**
 * Entries as a tar archive (pax), piece by piece as it is asked for. tar-stream's writer is pushed instead, and goes on
 * where no one takes.
 */
export async function* tar(entries: AsyncIterable<Entry>): AsyncGenerator<Uint8Array> {
  for await (const { name, length, type, body } of entries) {
    const records = [record('path', name), record('size', String(length))];
    if (type !== undefined) records.push(record(TYPE_RECORD, type));
    const extended = Buffer.from(records.join(''));
    yield Buffer.concat([
      header('extended', extended.length, 'x'),
      extended,
      padding(extended.length),
      header(name, length, '0'),
    ]);
    let sent = 0;
    for await (const piece of body) {
      sent += piece.length;
      yield piece;
    }
    if (sent !== length) throw new RangeError(`${name} has ${sent} bytes in place of ${length}`);
    yield padding(length);
  }
  yield Buffer.alloc(2 * BLOCK);
}

function record(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  const bytes = Buffer.byteLength(rest);
  // The length counts its own digits.
  let length = bytes + String(bytes).length;
  length = bytes + String(length).length;
  return `${length}${rest}`;
}

function header(name: string, length: number, kind: 'x' | '0'): Buffer {
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, digits: number) =>
    block.write(value.toString(8).padStart(digits, '0'), at, 'latin1');
  block.write(name.slice(0, 100), 0, 100, 'latin1');
  octal(0o600, 100, 7);
  octal(0, 108, 7);
  octal(0, 116, 7);
  octal(Math.min(length, MAX_OCTAL), 124, 11);
  octal(Math.floor(Date.now() / 1_000), 136, 11);
  block.write(' '.repeat(8), 148, 'latin1');
  block.write(kind, 156, 'latin1');
  block.write('ustar\u000000', 257, 'latin1');
  octal(
    block.reduce((sum, byte) => sum + byte, 0),
    148,
    6,
  );
  block.writeUInt8(0, 154);
  return block;
}

function padding(length: number): Buffer {
  return Buffer.alloc((BLOCK - (length % BLOCK)) % BLOCK);
}
