import { describe, expect, test } from 'vitest';

import { ObjectStoreError } from '~/gateways/objects/objects';

import {
  AI_PROBLEMS,
  IMAGE_SERVICE,
  EMAIL_PROBLEMS,
  mediaProblem,
  objectProblem,
  PAYMENT_PROBLEMS,
  REPLICATE,
} from './connection-texts';

const failed = (cause: object) => new ObjectStoreError('the object store failed', { cause });

describe('objectProblem', () => {
  test.each([
    [{ name: 'NoSuchBucket', $metadata: { httpStatusCode: 404 } }, /bucket doesn’t exist/],
    [{ name: 'NotFound', $metadata: { httpStatusCode: 404 } }, /bucket doesn’t exist/],
    [{ name: 'InvalidAccessKeyId', $metadata: { httpStatusCode: 403 } }, /S3_ACCESS_KEY_ID/],
    [{ name: 'SignatureDoesNotMatch', $metadata: { httpStatusCode: 403 } }, /S3_SECRET_ACCESS/],
    [
      { name: 'AccessDenied', $metadata: { httpStatusCode: 403 } },
      /permission to read, write, delete, and list/,
    ],
    [
      { name: '403', $metadata: { httpStatusCode: 403 } },
      /permission to read, write, delete, and list/,
    ],
    [{ name: 'PermanentRedirect', $metadata: { httpStatusCode: 301 } }, /another region/],
    [{ name: 'Error', code: 'ECONNREFUSED' }, /couldn’t be reached/],
    [{ name: 'Error', cause: { code: 'ENOTFOUND' } }, /couldn’t be reached/],
    [{ name: 'TimeoutError' }, /too long/],
    [{ name: 'Error', code: 'ENOSPC' }, /disk of DATA_DIR is full/],
    [{ name: 'Error', code: 'EACCES' }, /can’t write/],
    [{ name: 'SomethingElse' }, /app’s log has the cause/],
  ])('says what to check after %j', (cause, text) => {
    expect(objectProblem(failed(cause))).toMatch(text);
  });
});

const CODES = [
  'broken-off',
  'busy',
  'invalid-response',
  'key-refused',
  'no-credit',
  'provider-fault',
  'refused',
  'timed-out',
  'unreachable',
] as const;

test('every problem is a full sentence', () => {
  const media = CODES.flatMap((code) =>
    [IMAGE_SERVICE, REPLICATE].map((service) => mediaProblem(code, service)),
  );
  const others: string[] = [AI_PROBLEMS, EMAIL_PROBLEMS, PAYMENT_PROBLEMS].flatMap(Object.values);
  for (const text of [...others, ...media]) {
    expect(text).toMatch(/^[A-Z].*\.$/);
  }
});
