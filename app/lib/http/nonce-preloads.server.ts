import { Transform } from 'node:stream';

const PRELOAD = '<link rel="modulepreload" ';

/**
 * Gives the nonce to the preload links of a page's scripts, which Remix writes without one: under a policy of nonces the
 * browser refuses such a link, and finds the scripts only when it has read the whole page. No text of a person's can hold
 * such a tag: in all of it `<` is escaped.
 */
export function noncePreloads(nonce: string): Transform {
  const tag = Buffer.from(PRELOAD);
  const replaced = Buffer.from(`${PRELOAD}nonce="${nonce}" `);
  let rest = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let data = Buffer.concat([rest, chunk]);
      for (let at = data.indexOf(tag); at !== -1; at = data.indexOf(tag)) {
        this.push(data.subarray(0, at));
        this.push(replaced);
        data = data.subarray(at + tag.length);
      }
      const kept = beginningAtEnd(data, tag);
      this.push(data.subarray(0, data.length - kept));
      rest = Buffer.from(data.subarray(data.length - kept));
      done();
    },
    flush(done) {
      done(null, rest);
    },
  });
}

/** How many bytes at the end of `data` may be the beginning of `tag`. */
function beginningAtEnd(data: Buffer, tag: Buffer): number {
  for (let length = Math.min(tag.length - 1, data.length); length > 0; length -= 1) {
    if (data.subarray(data.length - length).equals(tag.subarray(0, length))) return length;
  }
  return 0;
}
