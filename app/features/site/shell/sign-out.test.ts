import { describe, expect, test, vi } from 'vitest';

import { endSession } from './sign-out';

/** The response that browsers return for a redirect they don't follow; it can't be constructed. */
const redirected = { type: 'opaqueredirect', ok: false, status: 0 } as Response;

describe('ending the session', () => {
  test('posts once and succeeds with the redirect', async () => {
    const fetchImpl = vi.fn<typeof fetch>().mockResolvedValue(redirected);
    expect(await endSession(fetchImpl)).toBe(true);
    expect(fetchImpl).toHaveBeenCalledExactlyOnceWith('/auth/logout', {
      method: 'POST',
      redirect: 'manual',
    });
  });

  test.each([403, 429, 500])('fails with status %i', async (status) => {
    expect(await endSession(async () => new Response(null, { status }))).toBe(false);
  });

  test('fails without a network', async () => {
    const offline = async () => {
      throw new TypeError('Failed to fetch');
    };
    expect(await endSession(offline)).toBe(false);
  });
});
