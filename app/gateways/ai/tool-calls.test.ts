import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { callDeltas, type CallShape } from '../../../tests/fakes/openai-tools';
import { ReasoningReader, ToolCallReader } from './tool-calls';

const SHAPES: CallShape[] = ['openai', 'from-one', 'same-index', 'no-index', 'no-id'];

function read(deltas: readonly object[]) {
  const reader = new ToolCallReader();
  for (const delta of deltas) reader.take([delta]);
  return reader.calls;
}

describe('ToolCallReader', () => {
  it.each(SHAPES)('puts any calls together, however a server numbers them: %s', (shape) => {
    const call = fc.record({
      name: fc.stringMatching(/^[a-z_]{1,20}$/),
      input: fc.dictionary(fc.string(), fc.string()),
    });
    fc.assert(
      fc.property(fc.array(call, { maxLength: 8 }), (calls) => {
        const found = read(callDeltas(calls, shape, 0));
        expect(
          found.map(({ name, input }) => ({ name, input: JSON.parse(input) as unknown })),
        ).toEqual(JSON.parse(JSON.stringify(calls)));
        const ids = found.map(({ id }) => id);
        expect(ids).toEqual(calls.map((_, at) => (shape === 'no-id' ? '' : `call_0_${at}`)));
      }),
    );
  });

  it('takes calls whose parts arrive in turns, and those that repeat their name', () => {
    expect(
      read([
        { index: 0, id: 'a', function: { name: 'one', arguments: '{"a"' } },
        { index: 1, id: 'b', function: { name: 'two', arguments: '{"b"' } },
        { index: 0, id: null, function: { name: 'one', arguments: ':1}' } },
        { index: 1, function: { name: 'two', arguments: ':2}' } },
      ]),
    ).toEqual([
      { id: 'a', name: 'one', input: '{"a":1}' },
      { id: 'b', name: 'two', input: '{"b":2}' },
    ]);
  });

  it('takes arguments that are an object already', () => {
    expect(read([{ id: 'a', function: { name: 'one', arguments: { q: 1 } } }])).toMatchObject([
      { input: '{"q":1}' },
    ]);
  });

  it('keeps neither endless arguments nor endless calls, and nothing that can’t be stored', () => {
    const many = Array.from({ length: 40 }, (_, index) => ({
      index,
      id: `call_${index}`,
      function: { name: 'x'.repeat(500), arguments: 'y'.repeat(30_000) },
    }));
    const calls = read(many);
    expect(calls).toHaveLength(16);
    expect(calls[0]).toMatchObject({ name: 'x'.repeat(64), input: 'y'.repeat(20_000) });
    const [call] = read([{ index: 0, id: 'a\0', function: { name: '\ud800', arguments: '\0' } }]);
    expect(call).toEqual({ id: 'a\ufffd', name: '\ufffd', input: '\ufffd' });
  });

  it('takes what isn’t a list of calls for none', () => {
    const reader = new ToolCallReader();
    for (const rubbish of [null, 'calls', {}, [null, 5, 'x', []]]) reader.take(rubbish);
    expect(reader.calls).toEqual([]);
  });
});

describe('ReasoningReader', () => {
  it('joins what belongs together, and keeps signatures and encrypted parts', () => {
    const reader = new ReasoningReader();
    reader.take([
      { type: 'reasoning.text', text: 'They ', index: 0, format: 'anthropic-claude-v1' },
    ]);
    reader.take([{ type: 'reasoning.text', text: 'bake.', index: 0, signature: null }]);
    reader.take([{ type: 'reasoning.text', text: '', index: 0, signature: 'sig' }]);
    reader.take([{ type: 'reasoning.encrypted', data: 'gA', id: 'rs_1', index: 1 }]);
    expect(reader.details).toEqual([
      {
        type: 'reasoning.text',
        text: 'They bake.',
        index: 0,
        format: 'anthropic-claude-v1',
        signature: 'sig',
      },
      { type: 'reasoning.encrypted', data: 'gA', id: 'rs_1', index: 1 },
    ]);
  });

  it('keeps all of it or nothing', () => {
    const reader = new ReasoningReader();
    for (let part = 0; part < 50; part += 1) {
      reader.take([{ type: 'reasoning.text', text: 'x'.repeat(10_000), index: 0 }]);
    }
    expect(reader.details).toBeUndefined();
  });
});
