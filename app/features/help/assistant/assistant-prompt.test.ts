import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { assistantPrompt, demoAnswerFrom, readSource, sourceLine } from './assistant-prompt';
import { articleEntry, articles, findArticle } from '../articles/articles.server';

const share = findArticle('share-a-conversation')!;

describe('where an answer comes from', () => {
  test.each([
    ['Choose Share.\n\nSOURCE: share-a-conversation', 'Choose Share.', 'share-a-conversation'],
    ['Choose Share.\nsource: `tokens`  \n', 'Choose Share.', 'tokens'],
    ['I do not know.\n\nSOURCE: none', 'I do not know.', null],
    ['SOURCE: one\nWords.\nSOURCE: two', 'Words.', 'two'],
    ['No line at all.', 'No line at all.', null],
    ['SOURCE: tokens', '', 'tokens'],
    ['The SOURCE: of it is here.', 'The SOURCE: of it is here.', null],
  ])('%j', (answer, text, source) => {
    expect(readSource(answer)).toEqual({ text, source });
  });

  test('is never shown as the line that it was', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('tokens', 'none', ''), (said, id) => {
        expect(readSource(`${said}\nSOURCE: ${id}`).text).not.toMatch(/^SOURCE: \w*$/m);
      }),
    );
  });
});

test('the prompt has every title, and the articles that fit in full', () => {
  const prompt = assistantPrompt([share], articles().map(articleEntry));
  for (const { id, title } of articles()) expect(prompt).toContain(`- ${id}: ${title}`);
  expect(prompt).toContain(share.body);
  expect(prompt).not.toContain(findArticle('tokens')!.body);
  expect(assistantPrompt([], [])).toContain('No article fits the last question.');
});

test('the line under an answer names the article and leads to the screen', () => {
  expect(sourceLine(share)).toBe(
    'From the help article [Share a conversation by a link](/help/share-a-conversation). Open [My shared links](/ai-lab/shares).',
  );
});

test('the demo says that it is one, and does not know what no article says', () => {
  expect(demoAnswerFrom([share])).toMatch(
    /^\*This is a demo answer[^]+SOURCE: share-a-conversation$/,
  );
  expect(demoAnswerFrom([])).toMatch(/I don’t know[^]+SOURCE: none$/);
});
