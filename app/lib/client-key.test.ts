import { expect, test } from 'vitest';

import { newClientKey } from './client-key';

test('keys are random UUIDs of version 4', () => {
  const keys = Array.from({ length: 1_000 }, newClientKey);
  expect(new Set(keys).size).toBe(1_000);
  for (const key of keys) {
    expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  }
});
