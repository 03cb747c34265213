import { expect, it, test } from 'vitest';

import { bodyOf, parseJson } from './read-body.server';

import { finished, pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';

const bytes = (text: string) => new TextEncoder().encode(text);
const tooComplex = expect.objectContaining({ code: 'too-large' }) as Error;

it('reads JSON, whatever its texts contain', () => {
  const marks = `${'[{:,'.repeat(100_000)}\\"`;
  const value = { text: marks, list: [1, 'ä', null], escaped: 'a"b\\' };
  expect(parseJson(bytes(JSON.stringify(value)))).toEqual(value);
});

it('reads the longest list that any client sends', () => {
  const list = Array.from({ length: 200_000 }, (_, at) => at);
  expect(parseJson(bytes(JSON.stringify({ all: true, except: list })))).toHaveProperty('except');
});

it.each([
  ['nested arrays', '['.repeat(30_000)],
  ['many objects', `[${'{},'.repeat(30_000)}{}]`],
  ['many keys', `{${'"a":1,'.repeat(30_000)}"a":1}`],
  ['many items', `[${'1,'.repeat(300_000)}1]`],
  ['a text before many objects', `["\\\\",${'{},'.repeat(30_000)}{}]`],
])('refuses %s before parsing', (_, text) => {
  expect(() => parseJson(bytes(text))).toThrow(tooComplex);
});

it('distinguishes invalid JSON from JSON with too many parts', () => {
  expect(() => parseJson(bytes('{"a'))).toThrow(SyntaxError);
  expect(() => parseJson(new Uint8Array([0x22, 0xff, 0x22]))).toThrow(TypeError);
});

async function drain(parts: AsyncIterable<unknown>): Promise<void> {
  for await (const part of parts) expect(part).toBeDefined();
}

test.each([
  ['reads it in a loop', drain],
  ['pipes it', (stream: Readable) => pipeline(stream, drain)],
])(
  'a body that broke before it was read fails the reader that %s, not the process',
  async (_, read) => {
    let controller!: ReadableStreamDefaultController;
    const body = new ReadableStream({ start: (value) => void (controller = value) });
    const init = { method: 'POST', body, duplex: 'half' } as RequestInit;
    const stream = bodyOf(new Request('http://here/', init));
    controller.enqueue(Buffer.from('begun'));
    controller.error(new Error('aborted'));
    stream.resume();
    // Without its own listener, the error would end this process here.
    await new Promise((resolve) => stream.once('close', resolve));
    await expect(read(stream)).rejects.toThrow('aborted');
    await expect(finished(stream)).rejects.toThrow('aborted');
  },
);

test('a request without a body has an empty one', async () => {
  expect(await bodyOf(new Request('http://here/')).toArray()).toEqual([]);
});
