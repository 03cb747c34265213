import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { assistantPrompt, demoAnswerFrom, readSource, sourceLine } from './assistant-prompt';
import { articleEntry, articles, findArticle } from '../articles/articles.server';

const share = findArticle('share-a-conversation')!;

describe('the source line of an answer', () => {
  test.each([
    ['Choose Share.\n\nSOURCE: share-a-conversation', 'Choose Share.', 'share-a-conversation'],
    ['Choose Share.\nsource: `tokens`  \n', 'Choose Share.', 'tokens'],
    ['I do not know.\n\nSOURCE: none', 'I do not know.', null],
    ['SOURCE: one\nWords.\nSOURCE: two', 'Words.', 'two'],
    ['No line at all.', 'No line at all.', null],
    ['SOURCE: tokens', '', 'tokens'],
    ['The SOURCE: of it is here.', 'The SOURCE: of it is here.', null],
  ])('is read and removed in %j', (answer, text, source) => {
    expect(readSource(answer)).toEqual({ text, source });
  });

  test('is never shown', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('tokens', 'none', ''), (answer, id) => {
        expect(readSource(`${answer}\nSOURCE: ${id}`).text).not.toMatch(/^SOURCE: \w*$/m);
      }),
    );
  });
});

test('the prompt has every title, and the full text of the articles that fit', () => {
  const prompt = assistantPrompt([share], articles().map(articleEntry));
  for (const { id, title } of articles()) expect(prompt).toContain(`- ${id}: ${title}`);
  expect(prompt).toContain(share.body);
  expect(prompt).not.toContain(findArticle('tokens')!.body);
  expect(assistantPrompt([], [])).toContain('No article fits the last question.');
});

test('the line below an answer links to the article and the screen', () => {
  expect(sourceLine(share)).toBe(
    'From the help article [Share a conversation](/help/share-a-conversation). Open [My shared links](/ai-lab/shares).',
  );
});

test('the demo says that it is a demo, and admits when no article fits', () => {
  expect(demoAnswerFrom([share])).toMatch(/\n\n\*Demo: [^]+SOURCE: share-a-conversation$/);
  expect(demoAnswerFrom([])).toMatch(/^I couldn’t find[^]+SOURCE: none$/);
});
