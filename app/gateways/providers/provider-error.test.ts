import { describe, expect, it } from 'vitest';

import { classify, connectionFailure, reasonOf, retryAfterOf } from './provider-error';

describe("a provider's failure", () => {
  it.each([
    [{ status: 401 }, 'key-refused'],
    [{ status: 403, message: 'not allowed' }, 'key-refused'],
    [{ status: 403, code: 'content_policy_violation' }, 'filtered'],
    [{ status: 400, code: 'moderation_blocked' }, 'filtered'],
    [{ message: 'NSFW content detected' }, 'filtered'],
    [{ status: 402 }, 'no-credit'],
    [{ status: 429, code: 'insufficient_quota' }, 'no-credit'],
    [{ status: 429 }, 'busy'],
    [{ status: 404 }, 'unknown-model'],
    [{ status: 400, message: 'The model x does not exist' }, 'unknown-model'],
    [{ status: 400, message: 'bad size' }, 'refused'],
    [{ status: 504 }, 'timed-out'],
    [{ status: 500, message: 'moderation backend down' }, 'provider-fault'],
    [{ message: 'CUDA out of memory' }, 'provider-fault'],
  ] as const)('with %j has the code %s', (refusal, code) => {
    expect(classify(refusal)).toBe(code);
  });

  it('is safe to repeat only if nothing was sent', () => {
    const refused = new TypeError('fetch failed', {
      cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }),
    });
    const reset = new TypeError('fetch failed', {
      cause: Object.assign(new Error(), { code: 'ECONNRESET' }),
    });
    expect(connectionFailure(refused)).toMatchObject({ code: 'unreachable' });
    expect(connectionFailure(reset)).toMatchObject({ code: 'broken-off', detail: 'ECONNRESET' });
    expect(connectionFailure(new Error('?')).code).toBe('broken-off');
  });

  it('has a sentence for people, and counts a date as a long wait', () => {
    expect(reasonOf('busy', { service: 'image service', thing: 'picture' })).toMatch(
      /^The image service is busy\. .*\.$/,
    );
    expect(retryAfterOf('7')).toBe(7);
    expect(retryAfterOf('Wed, 21 Oct 2026 07:28:00 GMT')).toBe(Infinity);
    expect(retryAfterOf(null)).toBeUndefined();
  });
});
