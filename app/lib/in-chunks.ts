/** So much at a time is worth each step of the way. */
export const CHUNK = 64 * 1024;

/** The same bytes in chunks of at least `CHUNK`; only the last one may be smaller. */
export async function* inChunks(
  chunks: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>,
): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    waiting.push(bytes);
    length += bytes.length;
    if (length >= CHUNK) {
      yield waiting.length === 1 ? bytes : Buffer.concat(waiting, length);
      waiting = [];
      length = 0;
    }
  }
  if (length > 0) yield Buffer.concat(waiting, length);
}
