import type { AiErrorCode } from '~/gateways/ai/index.server';
import type { ImageErrorCode } from '~/gateways/images/index.server';
import type { EmailErrorCode } from '~/gateways/email/index.server';
import type { PaymentFailure } from '~/gateways/payments/index.server';

// What is wrong and how to fix it, for the operator. Texts name settings, never their values.

export const AI_PROBLEMS: Record<AiErrorCode, string> = {
  aborted: 'The test was broken off. Please try again.',
  'broken-off':
    'The provider broke its answer off. Please try again; if it goes on, look at its status page.',
  busy: 'The provider is busy, or refuses so many requests. Wait a moment and try again.',
  filtered: 'The provider’s content filter stopped the test. Try another AI_MODEL.',
  'invalid-response':
    'What answered does not speak OpenAI’s protocol. Check OPENAI_BASE_URL; it often ends in /v1.',
  'key-refused':
    'The provider does not accept the key. Check OPENAI_API_KEY, and that it belongs to OPENAI_BASE_URL.',
  'no-credit': 'The key is good, but its credit at the provider is used up.',
  'provider-fault': 'The provider has a fault at the moment. Please try again later.',
  refused: 'The provider did not accept the request. Check AI_MODEL.',
  'timed-out':
    'The provider took too long to answer. Check OPENAI_BASE_URL, and whether this server may reach it.',
  'too-long': 'The model is too small even for the test. Choose another AI_MODEL.',
  'unknown-model': 'The provider does not offer the model. Check AI_MODEL.',
  unreachable:
    'The provider could not be reached. Check OPENAI_BASE_URL, and whether this server may reach it.',
};

/** A service for images or videos, with the names of its settings. */
interface MediaService {
  name: string;
  key: string;
  address: string;
}

export const IMAGE_SERVICE: MediaService = {
  name: 'The image service',
  key: 'IMAGE_API_KEY (or OPENAI_API_KEY, where that serves for images too)',
  address: 'IMAGE_BASE_URL',
};

export const REPLICATE: MediaService = {
  name: 'Replicate',
  key: 'REPLICATE_API_TOKEN',
  address: 'REPLICATE_BASE_URL',
};

/** Why the check of a media service failed. */
export function mediaProblem(code: ImageErrorCode, { name, key, address }: MediaService): string {
  const where = `Check whether this server may reach it, and ${address} if that is set`;
  switch (code) {
    case 'busy':
      return `${name} is busy, or refuses so many requests. Wait a moment and try again.`;
    case 'invalid-response':
    case 'unknown-model':
      return `What answers does not speak the protocol that was expected. Check ${address}; it often ends in /v1.`;
    case 'key-refused':
      return `${name} does not accept the key. Check ${key}, and ${address} if that is set.`;
    case 'no-credit':
      return 'The key is good, but its credit is used up.';
    case 'provider-fault':
      return `${name} has a fault at the moment. Please try again later.`;
    case 'timed-out':
    case 'aborted':
      return `${name} took too long to answer. ${where}.`;
    case 'unreachable':
    case 'broken-off':
      return `${name} could not be reached. ${where}.`;
    default:
      return `${name} did not accept the question. Check ${address}, and ${key} too.`;
  }
}

export const EMAIL_PROBLEMS: Record<EmailErrorCode, string> = {
  refused: 'The mail service refuses mail to your address. Check whether it may send to it.',
  'not-accepted':
    'The mail service does not accept this site. Check the token or the password in POSTMARK_SERVER_TOKEN or SMTP_URL, and that it may send from MAIL_FROM.',
  busy: 'The mail service is busy. Wait a moment and try again.',
  'timed-out': 'The mail service took too long to answer. Check the host and the port in SMTP_URL.',
  unreachable:
    'The mail service could not be reached. Check the host and the port in SMTP_URL, and whether this server may reach it.',
  'service-fault': 'The mail service has a fault at the moment. Please try again later.',
  'outbox-fault':
    'The mail could not be written to DATA_DIR/outbox. Check that the app may write there.',
};

export const PAYMENT_PROBLEMS: Record<PaymentFailure, string> = {
  unavailable:
    'Stripe could not be reached, or has a fault at the moment. Check whether this server may reach it, and STRIPE_BASE_URL if that is set; if it goes on, look at Stripe’s status page.',
  refused:
    'Stripe does not accept the key. Check STRIPE_SECRET_KEY; a restricted key must be allowed to read prices.',
  missing: 'What answers is not Stripe. Check STRIPE_BASE_URL.',
  forged: 'What answers is not Stripe. Check STRIPE_BASE_URL.',
};

interface StoreFailure {
  name?: string;
  code?: string;
  cause?: unknown;
  $metadata?: { httpStatusCode?: number };
}

const OBJECT_PROBLEMS: [pattern: RegExp, text: string][] = [
  [/NoSuchBucket/, 'There is no such bucket. Make it, or check S3_BUCKET and S3_REGION.'],
  [
    /InvalidAccessKeyId|SignatureDoesNotMatch|CredentialsProvider|AuthorizationHeaderMalformed/,
    'The store does not accept the keys. Check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and S3_REGION.',
  ],
  [
    /AccessDenied|Forbidden|403/,
    'The store knows who asks, but does not let them. Check the keys’ rights to the bucket: read, write, delete and list.',
  ],
  [
    /PermanentRedirect|301/,
    'The bucket is in another region, or at another address. Check S3_REGION and S3_ENDPOINT.',
  ],
  [
    /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ECONNRESET/,
    'The store could not be reached. Check S3_ENDPOINT, and whether this server may reach it.',
  ],
  [/TIMEDOUT|Timeout|Abort/i, 'The store took too long to answer. Check S3_ENDPOINT.'],
  [
    /CERT|TLS|SSL/,
    'The store’s certificate is not one that this server trusts. Check S3_ENDPOINT.',
  ],
  [/ENOSPC|EDQUOT/, 'The disk of DATA_DIR is full.'],
  [/EACCES|EPERM|EROFS/, 'The app may not write to DATA_DIR/objects. Check whose directory it is.'],
  [/NotFound|404/, 'There is no such bucket. Make it, or check S3_BUCKET and S3_REGION.'],
];

/** The names and codes of an error and its causes, such as `AccessDenied 403`. */
function namesOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  const { name, code, cause, $metadata } = error as StoreFailure;
  return [name, code, $metadata?.httpStatusCode, namesOf(cause)].filter(Boolean).join(' ');
}

export function objectProblem(error: unknown): string {
  const names = namesOf(error);
  const known = OBJECT_PROBLEMS.find(([pattern]) => pattern.test(names))?.[1];
  return known ?? 'The store failed. The cause is in the app’s log.';
}
