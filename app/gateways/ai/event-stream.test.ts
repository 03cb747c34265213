import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { ChatStreamParser } from './event-stream';
import { cpuMs } from '../../../tests/harness/cpu-time';

function event(body: unknown): string {
  return `data: ${JSON.stringify(body)}\n\n`;
}

function delta(content: unknown, finish: string | null = null): string {
  return event({ choices: [{ index: 0, delta: { content }, finish_reason: finish }] });
}

const FINISH = event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
const DONE = 'data: [DONE]\n\n';

/** Reads chunks and the end as the gateway does. */
function read(...received: (string | Uint8Array)[]) {
  const parser = new ChatStreamParser();
  const chunks = received.map((bytes) => parser.push(Buffer.from(bytes as string)));
  const { done } = parser;
  chunks.push(parser.end());
  return {
    chunks: chunks.filter((chunk) => chunk !== ''),
    text: chunks.join(''),
    done,
    failure: parser.failure?.code ?? null,
    finishReason: parser.finishReason,
    usage: parser.usage,
  };
}

function chunked(bytes: Buffer, sizes: number[]): Buffer[] {
  const chunks: Buffer[] = [];
  let from = 0;
  for (let index = 0; from < bytes.length; index += 1) {
    const size = sizes[index % sizes.length] as number;
    chunks.push(bytes.subarray(from, from + size));
    from += size;
  }
  return chunks;
}

describe('ChatStreamParser', () => {
  it('reads text, finish reason, and usage, and joins the chunks of one read', () => {
    const usage = { prompt_tokens: 7, completion_tokens: 2, total_tokens: 9 };
    const result = read(
      delta(null) + delta('Hello') + delta(' world'),
      FINISH + event({ choices: [], usage }) + DONE,
    );
    expect(result).toEqual({
      chunks: ['Hello world'],
      text: 'Hello world',
      done: true,
      failure: null,
      finishReason: 'stop',
      usage: { promptTokens: 7, completionTokens: 2 },
    });
  });

  it('returns the same text however the bytes are split, whatever they are', () => {
    const contents = fc.array(
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 12 }),
        fc.constantFrom('🥖', 'ä', '汉', '\ud83e', '\udd56', '\n', '\r\n', 'data: [DONE]', '\0'),
      ),
      { maxLength: 12 },
    );
    const layout = fc.record({
      crlf: fc.boolean(),
      noise: fc.constantFrom('', ': OPENROUTER PROCESSING\n\n', 'event: x\nid: 7\nretry: 10\n\n\n'),
      junk: fc.uint8Array({ maxLength: 3 }),
      sizes: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 20 }),
    });
    fc.assert(
      fc.property(contents, layout, (texts, { crlf, noise, junk, sizes }) => {
        const stream = texts.map((text) => noise + delta(text)).join('') + FINISH + DONE;
        const lines = crlf ? stream.replaceAll('\n', '\r\n') : stream;
        // Invalid UTF-8 inside a string.
        const quoted = Buffer.from([...junk].map((byte) => (byte < 0x80 ? 0xff : byte)));
        const [before = '', after = ''] = delta('@').split('@');
        const bytes = Buffer.concat([
          Buffer.from(before),
          quoted,
          Buffer.from(after),
          Buffer.from(lines),
        ]);
        const whole = read(bytes);
        const cut = read(...chunked(bytes, sizes));
        expect(cut).toEqual({ ...whole, chunks: cut.chunks });
        const sent = quoted.toString('utf8') + texts.join('');
        expect(whole.text).toBe(sent.toWellFormed().replaceAll('\0', '\ufffd'));
        expect(whole.failure).toBeNull();
        for (const chunk of cut.chunks) expect(chunk.isWellFormed()).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('joins a surrogate pair that is split across two deltas', () => {
    const result = read(delta('bread \ud83e'), delta('\udd56!'), FINISH, DONE);
    expect(result.chunks).toEqual(['bread ', '🥖!']);
  });

  it('replaces characters that no database can store', () => {
    expect(read(delta('a\ud83eb\0c'), delta('\ud83e'), FINISH, DONE).text).toBe(
      'a\ufffdb\ufffdc\ufffd',
    );
  });

  it('joins the data lines of one event', () => {
    const multi = 'data: {"choices":[{"delta":\ndata:{"content":"one"}}]}\n\n';
    expect(read(multi, FINISH, DONE).text).toBe('one');
  });

  it('skips a byte order mark, comments, other fields, and empty events', () => {
    const noise = '\ufeff: hello\n\nevent: message\ndata\n\ndata:\n\nid: 3\ndatabase: no\n\n';
    expect(read(noise, delta('x'), FINISH, DONE)).toMatchObject({ text: 'x', failure: null });
  });

  it('is complete with a finish reason, with [DONE], or with both', () => {
    expect(read(delta('x', 'length'))).toMatchObject({ failure: null, finishReason: 'length' });
    expect(read(delta('x'), DONE)).toMatchObject({ failure: null, finishReason: null });
    expect(read(delta('x'), 'data: [DONE]')).toMatchObject({
      text: 'x',
      failure: null,
      done: false,
    });
  });

  it('reports an interruption without either, and keeps the text so far', () => {
    expect(read(delta('half'))).toMatchObject({ text: 'half', failure: 'broken-off' });
    expect(read(delta('half') + delta('lost').slice(0, -12))).toMatchObject({
      text: 'half',
      failure: 'broken-off',
    });
    expect(read('')).toMatchObject({ failure: 'broken-off' });
  });

  it('accepts a last event without its blank line', () => {
    expect(read(delta('x'), FINISH.trimEnd())).toMatchObject({
      failure: null,
      finishReason: 'stop',
    });
  });

  it('reads nothing after the end or a failure', () => {
    expect(read(delta('x'), FINISH, DONE + delta('y'), delta('z')).text).toBe('x');
    expect(read(delta('x') + event({ error: { code: 429 } }) + delta('y')).text).toBe('x');
  });

  it.each([
    [{ error: { code: 429, message: 'slow down' } }, 'busy'],
    [{ error: { code: 502, message: 'Provider returned error' }, choices: [] }, 'provider-fault'],
    [{ error: { code: 'context_length_exceeded' } }, 'too-long'],
    [{ error: 'out of memory' }, 'provider-fault'],
    [{ object: 'error', message: 'boom', code: 503 }, 'provider-fault'],
    [{ choices: [{ delta: {}, finish_reason: 'content_filter' }] }, 'filtered'],
    [{ choices: [{ delta: {}, finish_reason: 'error' }] }, 'provider-fault'],
  ])('reports %j in the middle of a stream as a failure', (body, code) => {
    expect(read(delta('half'), event(body), DONE)).toMatchObject({ text: 'half', failure: code });
  });

  it.each([
    { choices: ['hi'] },
    { choices: [7] },
    { choices: [{ delta: 'hi' }] },
    { choices: [{ delta: 7, finish_reason: 'stop' }] },
  ])('refuses the malformed event %j, and keeps the text before it', (body) => {
    const result = read(delta('half'), event(body), delta('more'), DONE);
    expect(result).toMatchObject({ text: 'half', failure: 'invalid-response' });
  });

  it.each([
    { choices: [] },
    { choices: [null] },
    { choices: [{}] },
    { choices: [{ delta: null }] },
    { choices: [{ delta: { content: null } }] },
    { choices: [{ delta: { content: [{ type: 'thinking' }] } }] },
  ])('finds no text in %j', (body) => {
    const result = read(delta('half'), event(body), DONE);
    expect(result).toMatchObject({ text: 'half', done: true, failure: null });
  });

  it("refuses data that isn't an answer", () => {
    expect(read('data: {not json}\n\n')).toMatchObject({ failure: 'invalid-response' });
    expect(read(event({ answer: 'hi' }), DONE)).toMatchObject({ failure: 'invalid-response' });
    expect(read('data: null\n\ndata: 7\n\n', DONE)).toMatchObject({ failure: 'invalid-response' });
  });

  it.each([
    [{ prompt_tokens: '7', completion_tokens: 2 }],
    [{ prompt_tokens: -1, completion_tokens: 2 }],
    [{ prompt_tokens: 1.5, completion_tokens: 2 }],
    [{ prompt_tokens: 1, completion_tokens: 1e12 }],
    [{ total_tokens: 9 }],
    ['none'],
  ])('ignores the invalid usage %j', (usage) => {
    expect(read(delta('x', 'stop'), event({ choices: [], usage }), DONE).usage).toBeNull();
  });

  it('reads a delta of 10 MB in small chunks in reasonable time', () => {
    const text = 'x'.repeat(10 * 1024 * 1024);
    const bytes = Buffer.from(delta(text) + FINISH + DONE);
    const chunks = chunked(bytes, [1_400]);
    const took = cpuMs(() => expect(read(...chunks).text.length).toBe(text.length));
    // Joining at every chunk would take minutes.
    expect(took).toBeLessThan(10_000);
  });

  it('gives up on an event without an end', () => {
    const parser = new ChatStreamParser();
    const lines = Buffer.from(`data: ${'x'.repeat(1_000_000)}\n`);
    for (let pushed = 0; pushed < 70; pushed += 1) parser.push(lines);
    expect(parser.failure?.code).toBe('invalid-response');
  });

  it('gives up on a line without an end', () => {
    const parser = new ChatStreamParser();
    const megabyte = Buffer.alloc(1024 * 1024, 'x');
    for (let count = 0; count < 65 && !parser.failure; count += 1) parser.push(megabyte);
    expect(parser.failure?.code).toBe('invalid-response');
  });
});
