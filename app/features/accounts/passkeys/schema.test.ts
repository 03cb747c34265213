import { expect, it } from 'vitest';

import { MAX_PASSKEY_NAME } from './passkey';
import { passkeyName } from './schema';

const read = (name: string) => passkeyName.safeParse({ name });

it('trims a passkey’s name, and refuses one that is empty or too long', () => {
  expect(read(`  ${'a'.repeat(MAX_PASSKEY_NAME)} `).data).toEqual({
    name: 'a'.repeat(MAX_PASSKEY_NAME),
  });
  for (const name of [' ', 'a'.repeat(MAX_PASSKEY_NAME + 1)])
    expect(read(name).success).toBe(false);
});

it('refuses a name with far too many spaces around it, before they are trimmed', () => {
  const { error } = read(`${' '.repeat(4 * MAX_PASSKEY_NAME)}a`);
  expect(error?.issues.map(({ message }) => message)).toEqual(['Use at most 60 characters.']);
});
