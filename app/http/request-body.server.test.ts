import { finished, pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';

import { expect, test } from 'vitest';

import { bodyOf } from './request-body.server';

async function drain(parts: AsyncIterable<unknown>): Promise<void> {
  for await (const part of parts) expect(part).toBeDefined();
}

test.each([
  ['reads it in a loop', drain],
  ['pipes it', (stream: Readable) => pipeline(stream, drain)],
])(
  'a body that broke before anyone read it fails the reader who %s, not the process',
  async (_, read) => {
    let controller!: ReadableStreamDefaultController;
    const body = new ReadableStream({ start: (given) => void (controller = given) });
    const init = { method: 'POST', body, duplex: 'half' } as RequestInit;
    const stream = bodyOf(new Request('http://here/', init));
    controller.enqueue(Buffer.from('begun'));
    controller.error(new Error('aborted'));
    stream.resume();
    // Without a listener of its own, the error would end this process here.
    await new Promise((resolve) => stream.once('close', resolve));
    await expect(read(stream)).rejects.toThrow('aborted');
    await expect(finished(stream)).rejects.toThrow('aborted');
  },
);

test('a request without a body has an empty one', async () => {
  expect(await bodyOf(new Request('http://here/')).toArray()).toEqual([]);
});
