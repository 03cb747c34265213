import { expect, test } from 'vitest';

import { NOT_AUTHENTICATED, PROVIDER_TEXTS, SIGN_OUT_FAILED } from './texts';

test('the fixed account texts match the documentation exactly', () => {
  expect(NOT_AUTHENTICATED).toBe('User not authenticated');
  expect(SIGN_OUT_FAILED).toBe('Failed to sign out. Please try again.');
});

test('every code has a sentence, and no answer reveals whether an account exists', () => {
  for (const text of Object.values(PROVIDER_TEXTS)) expect(text).toMatch(/^[A-Z].+\.$/);
  expect(PROVIDER_TEXTS['user-not-found']).toBe(PROVIDER_TEXTS['wrong-password']);
  expect(PROVIDER_TEXTS['invalid-credential']).toBe(PROVIDER_TEXTS['wrong-password']);
});
