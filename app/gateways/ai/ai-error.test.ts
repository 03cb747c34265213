import { describe, expect, it } from 'vitest';

import { AiError, classify, shortCode, type AiErrorCode, type ProviderRefusal } from './ai-error';

describe('classify', () => {
  it.each<[ProviderRefusal, AiErrorCode]>([
    [{ status: 401, message: 'Incorrect API key provided' }, 'key-refused'],
    [{ status: 403, message: 'Country not supported' }, 'key-refused'],
    [{ status: 403, message: 'Input was flagged', metadata: {} }, 'filtered'],
    [{ status: 403, metadata: { reasons: [], flagged_input: 'x' } }, 'filtered'],
    [{ status: 402, message: 'Add more credits' }, 'no-credit'],
    [{ status: 429, code: 'insufficient_quota' }, 'no-credit'],
    [
      {
        status: 429,
        message: 'Rate limit reached … raise it at https://example.com/account/billing',
      },
      'busy',
    ],
    [{ status: 404, code: 'model_not_found' }, 'unknown-model'],
    [{ status: 400, message: 'foo/bar is not a valid model ID' }, 'unknown-model'],
    [{ status: 408 }, 'timed-out'],
    [{ status: 504 }, 'timed-out'],
    [{ status: 413 }, 'too-long'],
    [{ status: 400, code: 'context_length_exceeded' }, 'too-long'],
    [{ status: 400, message: "This model's maximum context length is 8192 tokens." }, 'too-long'],
    [{ status: 400, code: 'content_filter' }, 'filtered'],
    [{ status: 429 }, 'busy'],
    [{ status: 503, message: 'The engine is currently overloaded' }, 'busy'],
    [{ status: 500 }, 'provider-fault'],
    [{ code: 502 }, 'provider-fault'],
    [{ message: 'something' }, 'provider-fault'],
    [{ status: 400, message: 'Bad request' }, 'refused'],
    [{ status: 301 }, 'refused'],
  ])('classifies %j as %s', (error, code) => {
    expect(classify(error)).toBe(code);
  });
});

describe('AiError', () => {
  it("has a reason that completes the sentence it's shown in", () => {
    const { reason } = new AiError('busy');
    expect(`AI response error: ${reason}. Please try again.`).toBe(
      'AI response error: the AI is busy right now. Please try again.',
    );
  });
});

describe('shortCode', () => {
  it('accepts identifiers and numbers, not sentences', () => {
    expect(shortCode(null, 'model_not_found')).toBe('model_not_found');
    expect(shortCode(502)).toBe('502');
    expect(shortCode('Incorrect API key provided: sk-123', undefined)).toBeUndefined();
  });
});
