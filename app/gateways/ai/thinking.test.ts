import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { ThinkingSplitter, thoughtIn, withoutThinking } from './thinking';

function split(chunks: readonly string[]): { text: string; thought: string } {
  let thought = '';
  const splitter = new ThinkingSplitter((part) => (thought += part));
  const text = chunks.map((chunk) => splitter.push(chunk)).join('') + splitter.end();
  return { text, thought };
}

describe('thinking', () => {
  const words = fc
    .array(fc.constantFrom('a', '<', '<think', 'think>', '/think>', ' ', '\n', '🥖'), {
      maxLength: 12,
    })
    .map((parts) => parts.join(''));

  it('is told from the answer, wherever the chunks are cut', () => {
    const cuts = fc.array(fc.nat({ max: 9 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(words, words, cuts, (thought, answer, sizes) => {
        fc.pre(!thought.includes('</think>'));
        const whole = `\n<think>${thought}</think>\n\n${answer}`;
        const chunks: string[] = [];
        for (let at = 0, index = 0; at < whole.length; index += 1) {
          const size = sizes[index % sizes.length]! + (index % 2);
          chunks.push(whole.slice(at, at + size));
          at += size;
        }
        expect(split(chunks)).toEqual({ text: answer.trimStart(), thought });
      }),
    );
  });

  it('is only at the start: later marks are text', () => {
    expect(withoutThinking('Write <think>x</think>.')).toBe('Write <think>x</think>.');
    expect(split(['<think>a</think>b', '<think>c</think>'])).toEqual({
      text: 'b<think>c</think>',
      thought: 'a',
    });
  });

  it('loses nothing of an answer that begins like a mark or ends in one', () => {
    expect(split(['<thi', 'nk'])).toEqual({ text: '<think', thought: '' });
    expect(split(['<thinker>'])).toEqual({ text: '<thinker>', thought: '' });
    expect(split(['<think>half</th'])).toEqual({ text: '', thought: 'half</th' });
    expect(split([' '.repeat(300), 'x'])).toEqual({ text: `${' '.repeat(300)}x`, thought: '' });
  });

  it.each([
    [{ reasoning: 'a', reasoning_details: [{ type: 'reasoning.text', text: 'a' }] }, 'a'],
    [{ reasoning_content: 'b', content: null }, 'b'],
    [{ reasoning_details: [{ type: 'reasoning.summary', summary: 'c' }] }, 'c'],
    [{ reasoning_details: [{ type: 'reasoning.encrypted', data: 'zz' }, null, 7] }, ''],
    [{ reasoning: null, reasoning_content: 7, reasoning_details: 'x' }, ''],
  ])('is read once from %j', (delta, thought) => {
    expect(thoughtIn(delta)).toBe(thought);
  });
});
