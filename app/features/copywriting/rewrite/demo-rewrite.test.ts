import { expect, test } from 'vitest';

import { demoRewrite } from './demo-rewrite';
import { REWRITE_ACTIONS, type RewriteRequest, TONES } from './rewrite';

const PASSAGE =
  'We offer a wide range of breads! We are very proud of our rye. Perhaps you’d like to try it.';

function rewritten(action: RewriteRequest['action'], text = PASSAGE, tone = ''): string {
  return demoRewrite({ text, before: '', after: '', action, tone });
}

test('the demo rewrites in plainer words', () => {
  expect(rewritten('rewrite')).toBe(
    "You get many breads! We're proud of our rye. Perhaps you’d like to try it.",
  );
});

test('the demo halves a passage, and keeps headings and lists', () => {
  expect(rewritten('shorten')).toBe(
    'We offer a wide range of breads! We are very proud of our rye.',
  );
  expect(rewritten('shorten', '# Bread\n\n- One. Two.\n- Warm, fresh, and near.')).toBe(
    '# Bread\n\n- One.\n- Warm, fresh.',
  );
});

test('every action but a translation changes the passage without a note', () => {
  for (const action of REWRITE_ACTIONS) {
    const text = rewritten(action, PASSAGE, 'Warm');
    expect(text).not.toBe(PASSAGE);
    expect(text.includes('Demo')).toBe(action === 'translate');
  }
  for (const tone of TONES) {
    expect(rewritten('tone', 'Rye is ready.', tone)).not.toBe('Rye is ready.');
  }
});

test('the tones differ', () => {
  const texts = TONES.filter((tone) => tone !== 'Warm').map((tone) =>
    rewritten('tone', PASSAGE, tone),
  );
  expect(new Set(texts).size).toBe(texts.length);
});
