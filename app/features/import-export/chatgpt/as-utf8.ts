import type { UploadedFile } from '../imports/incoming';

/** The bytes of a JSON file as UTF-8 without a byte order mark, whatever its encoding. */
export async function* asUtf8(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let head: Buffer = Buffer.alloc(0);
  let decoder: TextDecoder | null = null;
  let known = false;
  for await (const chunk of bytes) {
    let rest: Buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    if (!known) {
      head = head.length === 0 ? rest : Buffer.concat([head, rest]);
      if (head.length < 4) continue;
      known = true;
      rest = head;
      const encoding = encodingOf(rest);
      if (encoding !== 'utf-8') decoder = new TextDecoder(encoding);
      else if (hasMark(rest)) rest = rest.subarray(3);
    }
    yield decoder ? Buffer.from(decoder.decode(rest, { stream: true })) : rest;
  }
  if (!known && head.length > 0) yield hasMark(head) ? head.subarray(3) : head;
  if (decoder) yield Buffer.from(decoder.decode());
}

const hasMark = (head: Buffer) => head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf;

/** By the byte order mark, or by which of the first two bytes is zero: JSON begins with an ASCII character. */
function encodingOf(head: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] !== 0 && head[1] === 0)) return 'utf-16le';
  if ((head[0] === 0xfe && head[1] === 0xff) || (head[0] === 0 && head[1] !== 0)) return 'utf-16be';
  return 'utf-8';
}

/** Whether a JSON file begins like a list of conversations, or an object with one. */
export async function looksLikeConversations(file: UploadedFile): Promise<boolean> {
  for await (const chunk of asUtf8(file.read(0, Math.min(file.size, 4_096)))) {
    const text = chunk.toString().trimStart();
    if (text !== '') return /^(?:\[\s*(?:[{\]]|$)|\{\s*(?:["}]|$))/.test(text);
  }
  return false;
}
