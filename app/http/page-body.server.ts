import { Writable } from 'node:stream';

const PRELOAD = Buffer.from('<link rel="modulepreload" ');

/**
 * Collects what React writes of a page and passes it on as one chunk whenever React flushes. React writes chunks of 2
 * KB, and compression would make a block of each.
 * Remix writes the preload links of a page's scripts without a nonce, so this adds it: under a nonce policy the browser
 * would refuse such links and find the scripts only after reading the whole page. No user's text can contain such a
 * tag, because `<` is escaped in all of it.
 */
export function pageBody(nonce: string | undefined): {
  sink: Writable & { flush: () => void };
  body: ReadableStream<Uint8Array>;
} {
  const replaced = Buffer.from(nonce === undefined ? PRELOAD : `${PRELOAD}nonce="${nonce}" `);
  let written: Uint8Array[] = [];
  let response: ReadableStreamDefaultController<Uint8Array>;

  function give({ isLast }: { isLast: boolean }): void {
    const whole = Buffer.concat(written);
    const end = whole.length - (isLast ? 0 : beginningAtEnd(whole));
    written = [whole.subarray(end)];
    const chunks: Buffer[] = [];
    let from = 0;
    for (let at = whole.indexOf(PRELOAD); at !== -1; at = whole.indexOf(PRELOAD, from)) {
      chunks.push(whole.subarray(from, at), replaced);
      from = at + PRELOAD.length;
    }
    chunks.push(whole.subarray(from, end));
    const chunk = Buffer.concat(chunks);
    if (chunk.length > 0) response.enqueue(chunk);
  }

  const sink = new Writable({
    write(chunk: Uint8Array, _encoding, done) {
      written.push(chunk);
      done();
    },
    final(done) {
      give({ isLast: true });
      response.close();
      done();
    },
    destroy(error, done) {
      if (error) response.error(error);
      done(error);
    },
  });
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      response = controller;
    },
    // The client has disconnected.
    cancel() {
      sink.destroy();
    },
  });
  // React calls this when it has written everything so far, even after the client has disconnected.
  const flush = () => {
    if (!sink.destroyed) give({ isLast: false });
  };
  return { sink: Object.assign(sink, { flush }), body };
}

/** How many bytes at the end of `data` may be the beginning of a preload link. */
function beginningAtEnd(data: Buffer): number {
  for (let length = Math.min(PRELOAD.length - 1, data.length); length > 0; length -= 1) {
    if (data.subarray(data.length - length).equals(PRELOAD.subarray(0, length))) return length;
  }
  return 0;
}
