import { expect, it } from 'vitest';

import { boundedAnswer } from './bounded-answer';

const flood = () => {
  let ended = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(1_000)),
    cancel: () => void (ended = true),
  });
  return { response: new Response(body), isEnded: () => ended };
};

it('passes on an answer of useful size, with its status and headers', async () => {
  const sent = new Response('{"id":1}', { status: 201, headers: { 'x-request-id': 'one' } });
  const answer = boundedAnswer(sent, 8);
  expect(answer.status).toBe(201);
  expect(answer.headers.get('x-request-id')).toBe('one');
  expect(await answer.json()).toEqual({ id: 1 });
  expect(boundedAnswer(new Response(null, { status: 204 })).body).toBeNull();
});

it('cuts a flood off, and its sender', async () => {
  const { response, isEnded } = flood();
  await expect(boundedAnswer(response, 10_000).text()).rejects.toMatchObject({
    code: 'output-too-large',
  });
  expect(isEnded()).toBe(true);
});
