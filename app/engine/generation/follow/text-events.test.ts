import fc from 'fast-check';
import { expect, test } from 'vitest';

import { textEventReader, endEvent, KEEP_ALIVE, startEvent, textEvent } from './text-events';

test('a stream of events is read as it was written, wherever the network splits it', () => {
  const chunks = fc.array(fc.string({ unit: 'binary', minLength: 1 }), { maxLength: 20 });
  fc.assert(
    fc.property(chunks, fc.array(fc.nat({ max: 30 })), (texts, cuts) => {
      const stream =
        startEvent({ conversationId: 'c', questionId: 'q', answerId: 'a' }) +
        texts.map((text) => textEvent(text) + KEEP_ALIVE).join('') +
        endEvent({ state: 'failed', reason: 'two\nlines' });

      const heard: unknown[] = [];
      const read = textEventReader({
        start: (start) => heard.push(start),
        text: (text) => heard.push(text),
        end: (end) => heard.push(end),
      });
      let rest = stream;
      for (const cut of cuts) {
        read(rest.slice(0, cut));
        rest = rest.slice(cut);
      }
      read(rest);

      expect(heard).toEqual([
        { conversationId: 'c', questionId: 'q', answerId: 'a' },
        ...texts,
        { state: 'failed', reason: 'two\nlines' },
      ]);
    }),
  );
});
