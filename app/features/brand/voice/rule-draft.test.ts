import { expect, test } from 'vitest';

import type { VoiceRule } from './rule';
import { draftOf, readDraft, ruleIn } from './rule-draft';

const RULE: VoiceRule = {
  id: 'r',
  kind: 'prefer',
  terms: ['product'],
  replacement: 'bread',
  max: null,
  person: null,
  formats: ['x-post'],
  severity: 'must',
  reason: 'We bake.',
  exceptions: ['by-product'],
};

test('a rule and a draft are read as they were sent and stored', () => {
  expect(ruleIn(JSON.parse(JSON.stringify(RULE)))).toEqual(RULE);
  const draft = draftOf({ ...RULE, kind: 'person', terms: [], person: 'we' });
  expect(readDraft(JSON.stringify(draft))).toEqual(draft);
});

test.each<[keyof VoiceRule, unknown]>([
  ['id', 7],
  ['kind', 'forbid'],
  ['terms', 'product'],
  ['terms', [7]],
  ['replacement', null],
  ['max', '3'],
  ['formats', undefined],
  ['severity', 'never'],
  ['reason', {}],
  ['exceptions', undefined],
])('what has a %s of %j is no rule', (field, value) => {
  expect(ruleIn({ ...RULE, [field]: value })).toBeNull();
});

test.each(['', '{', 'null', '{"kind":"avoid"}'])('%j is no draft of a rule', (stored) => {
  expect(readDraft(stored)).toBeNull();
  expect(ruleIn(stored)).toBeNull();
});
