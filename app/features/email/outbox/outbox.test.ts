import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { hideSecrets } from './outbox';

describe('hideSecrets', () => {
  test('hides the link in an email that opens an account', () => {
    expect(
      hideSecrets(
        'Hello\n\nConfirm:\nhttps://brand.example/auth/verify?code=abc\n\nIt ends in 24 hours.\nada@new.example',
      ),
    ).toBe('Hello\n\nConfirm:\n[link hidden]\n\nIt ends in 24 hours.\nada@new.example');
  });

  test.each([
    'Your code: 123456',
    'Your code: 1234-5678.',
    'Your code: abc12-def34',
    'Open (http://x.example/reset#token=1)',
    'Open www.brand.example/reset',
    'Open brand.example/auth/reset-password?code=abc',
    'Your code: abcdefghijklmnopqrstuvwxyz',
  ])('hides the secret in %j', (text) => {
    expect(hideSecrets(text)).toMatch(/\[(?:link|code) hidden\]/);
    expect(hideSecrets(text)).not.toMatch(/123|abc|token|example/);
  });

  test('hides every link and code of the kinds that we generate, no matter where they are', () => {
    const code = fc.stringMatching(/^[A-Za-z0-9_-]{43}$/);
    const around = fc.constantFrom('', ' ', '\n', '(', ')', '<', '>', '"', '.', ': ', 'Link: ');
    fc.assert(
      fc.property(around, code, around, (before, secret, after) => {
        const link = `https://brand.example/auth/reset-password?code=${secret}`;
        expect(hideSecrets(`${before}${link}${after}`)).not.toContain(secret);
        expect(hideSecrets(`${before}${secret}${after}`)).not.toContain(secret);
      }),
    );
  });
});
