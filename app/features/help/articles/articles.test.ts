import { describe, expect, test } from 'vitest';

import { parseArticle } from './articles.server';

const GOOD =
  '# A title\n\nTopic: Chat\nOpen: Chat, /ai-lab\nAsked: one thing, another\n\nText.\n\nMore: of it.\n';

describe('an article', () => {
  test('is parsed from its file', () => {
    expect(parseArticle('a', GOOD)).toEqual({
      id: 'a',
      title: 'A title',
      topic: 'Chat',
      screen: { label: 'Chat', path: '/ai-lab' },
      searchWords: ['one thing', 'another'],
      body: 'Text.\n\nMore: of it.',
    });
  });

  test.each([
    ['', 'does not begin'],
    [GOOD.replace('# ', ''), 'does not begin'],
    [GOOD.replace('Topic: Chat', 'Topic: Sport'), 'unknown topic'],
    [GOOD.replace('Asked', 'Ask'), 'no line "Asked:"'],
    [GOOD.replace(', /ai-lab', ''), 'what to open'],
  ])('with a fault is refused with the reason', (source, reason) => {
    expect(() => parseArticle('a', source)).toThrow(reason);
  });
});
