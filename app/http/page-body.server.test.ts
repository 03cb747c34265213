import fc from 'fast-check';
import { expect, test } from 'vitest';

import { pageBody } from './page-body.server';

const text = (body: ReadableStream) => new Response(body).text();

const LINK = '<link rel="modulepreload" href="/a.js"/>';
const WITH_NONCE = '<link rel="modulepreload" nonce="abc" href="/a.js"/>';

test('adds the nonce to every preload, wherever the page is split, and changes nothing else', async () => {
  const part = fc.constantFrom(LINK, '<link rel="mod', '<p>ä🍞</p>', '<', LINK + LINK);
  const cut = fc.record({ length: fc.nat({ max: 40 }), flushed: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(part), fc.array(cut), async (parts, cuts) => {
      const page = Buffer.from(parts.join(''));
      const { sink, body } = pageBody('abc');
      const read = text(body);
      let from = 0;
      for (const { length, flushed } of cuts) {
        sink.write(page.subarray(from, from + length));
        if (flushed) sink.flush();
        from += length;
      }
      sink.end(page.subarray(from));
      expect(await read).toBe(parts.join('').replaceAll(LINK, WITH_NONCE));
    }),
  );
});

test('sends what is written up to a flush as one chunk', async () => {
  const { sink, body } = pageBody('abc');
  const reader = body.getReader();
  const next = async () => Buffer.from((await reader.read()).value ?? []).toString();
  for (const chunk of ['<html>', LINK, '<p>one</p>']) sink.write(Buffer.from(chunk));
  sink.flush();
  expect(await next()).toBe(`<html>${WITH_NONCE}<p>one</p>`);
  sink.write(Buffer.from('<p>two</p>'));
  sink.end();
  expect(await next()).toBe('<p>two</p>');
  expect((await reader.read()).done).toBe(true);
});

test('leaves a page without a nonce unchanged', async () => {
  const { sink, body } = pageBody(undefined);
  sink.end(Buffer.from(LINK));
  expect(await text(body)).toBe(LINK);
});

test('ends the page when the client disconnects, and discards what is written afterwards', async () => {
  const { sink, body } = pageBody('abc');
  const closed = new Promise((resolve) => sink.once('close', resolve));
  sink.write(Buffer.from('<p>one</p>'));
  await body.cancel();
  await closed;
  sink.write(Buffer.from('<p>two</p>'));
  sink.flush();
  sink.end();
  expect(sink.destroyed).toBe(true);
});

test('breaks the response off when rendering fails', async () => {
  const { sink, body } = pageBody('abc');
  sink.once('error', () => {
    // React's own listener ends the rendering.
  });
  sink.write(Buffer.from('<p>one</p>'));
  sink.flush();
  sink.destroy(new Error('failed'));
  await expect(text(body)).rejects.toThrow('failed');
});
