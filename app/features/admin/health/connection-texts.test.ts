import { describe, expect, test } from 'vitest';

import { ObjectStoreError } from '~/gateways/objects/objects';

import {
  AI_NAMES,
  aiProblem,
  EMAIL_NAMES,
  emailNames,
  emailProblem,
  IMAGE_SERVICE,
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

const SOURCES = ['environment', 'admin'] as const;
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

const EMAIL_CODES = ['refused', 'not-accepted', 'busy', 'timed-out', 'unreachable'] as const;
const SERVICES = ['postmark', 'smtp'] as const;

test.each(SOURCES)('every problem is a full sentence about what the %s set', (source) => {
  const texts = [
    ...CODES.flatMap((code) => [
      aiProblem(code, AI_NAMES[source]),
      mediaProblem(code, IMAGE_SERVICE[source]),
      mediaProblem(code, REPLICATE[source]),
    ]),
    ...SERVICES.flatMap((service) =>
      EMAIL_CODES.map((code) => emailProblem(code, EMAIL_NAMES[source][service])),
    ),
    ...Object.values(PAYMENT_PROBLEMS),
  ];
  for (const text of texts) expect(text).toMatch(/^[A-Z].*\.$/);
});

test('what is wrong with a provider of an admin names no variable', () => {
  const texts = [
    ...CODES.flatMap((code) => [
      aiProblem(code, AI_NAMES.admin),
      mediaProblem(code, IMAGE_SERVICE.admin),
    ]),
    ...SERVICES.flatMap((service) =>
      EMAIL_CODES.map((code) => emailProblem(code, EMAIL_NAMES.admin[service])),
    ),
  ];
  for (const text of texts) expect(text).not.toMatch(/[A-Z]+_[A-Z]+/);
});

test('what is wrong with email names the settings of the service in use only', () => {
  const from = { source: 'environment', from: 'hello@example.com', isLocked: false } as const;
  const postmark = { ...from, service: 'postmark', token: 'token', baseUrl: '' } as const;
  const smtp = { ...from, service: 'smtp', url: 'smtp://127.0.0.1' } as const;
  for (const code of EMAIL_CODES) {
    expect(emailProblem(code, emailNames(postmark))).not.toContain('SMTP');
    expect(emailProblem(code, emailNames(smtp))).not.toContain('POSTMARK');
  }
});
