import type { AiErrorCode } from '~/gateways/ai/index.server';
import type { ImageErrorCode } from '~/gateways/images/index.server';
import type { EmailErrorCode } from '~/gateways/email/index.server';
import type { PaymentFailure } from '~/gateways/payments/index.server';
import type { EmailSettings, Source } from '~/settings/providers.server';

// What is wrong and how to fix it, for the operator. Texts name settings, never their values.

/** What to check, by the names that it has where it was set. */
interface AiNames {
  key: string;
  address: string;
  model: string;
}

export const AI_NAMES: Record<Source, AiNames> = {
  environment: { key: 'OPENAI_API_KEY', address: 'OPENAI_BASE_URL', model: 'AI_MODEL' },
  admin: { key: 'it', address: 'the address', model: 'the model' },
};

/** Why the test of the AI provider failed. */
export function aiProblem(code: AiErrorCode, { key, address, model }: AiNames): string {
  const problems: Record<AiErrorCode, string> = {
    aborted: 'The test was interrupted. Try again.',
    'broken-off':
      'The provider cut its answer short. Try again. If it keeps happening, check its status page.',
    busy: 'The provider is busy or limits your requests. Wait a moment and try again.',
    filtered: 'The provider’s content filter stopped the test. Try another model.',
    'invalid-response': `The server doesn’t speak the OpenAI API. Check ${address}; it often ends in /v1.`,
    'key-refused': `The provider rejected the key. Check ${key}, and that it belongs to ${address}.`,
    'no-credit': 'The key works, but your account with the provider is out of credit.',
    'provider-fault': 'The provider has a problem right now. Try again later.',
    refused: `The provider rejected the request. Check ${model}.`,
    'timed-out': `The provider took too long to answer. Check ${address}, and whether this server can reach it.`,
    'too-long': 'The model’s context is too small even for the test. Choose another model.',
    'unknown-model': `The provider doesn’t offer this model. Check ${model} and ${address}.`,
    unreachable: `The provider couldn’t be reached. Check ${address}, and whether this server can reach it.`,
  };
  return problems[code];
}

/** A service for images or videos, with the names of its settings. */
interface MediaService {
  name: string;
  key: string;
  address: string;
}

export const IMAGE_SERVICE: Record<Source, MediaService> = {
  environment: {
    name: 'The image service',
    key: 'IMAGE_API_KEY (or OPENAI_API_KEY, if it serves for images, too)',
    address: 'IMAGE_BASE_URL if it’s set',
  },
  admin: { name: 'The image service', key: 'it', address: 'the address' },
};

export const REPLICATE: Record<Source, MediaService> = {
  environment: {
    name: 'Replicate',
    key: 'REPLICATE_API_TOKEN',
    address: 'REPLICATE_BASE_URL if it’s set',
  },
  // Only the operator can set another address.
  admin: { name: 'Replicate', key: 'it', address: 'REPLICATE_BASE_URL if it’s set' },
};

/** Why the check of a media service failed. */
export function mediaProblem(code: ImageErrorCode, { name, key, address }: MediaService): string {
  const where = `Check whether this server can reach it, and ${address}`;
  switch (code) {
    case 'busy':
      return `${name} is busy or limits your requests. Wait a moment and try again.`;
    case 'invalid-response':
    case 'unknown-model':
      return `The server doesn’t speak the expected API. Check ${address.replace(/ if it’s set$/, '')}; it often ends in /v1.`;
    case 'key-refused':
      return `${name} rejected the key. Check ${key}, and ${address}.`;
    case 'no-credit':
      return 'The key works, but its account is out of credit.';
    case 'provider-fault':
      return `${name} has a problem right now. Try again later.`;
    case 'timed-out':
    case 'aborted':
      return `${name} took too long to answer. ${where}.`;
    case 'unreachable':
    case 'broken-off':
      return `${name} couldn’t be reached. ${where}.`;
    default:
      return `${name} rejected the request. Check the key and ${address}.`;
  }
}

interface EmailNames {
  login: string;
  sender: string;
  place: string;
}

export const EMAIL_NAMES: Record<Source, Record<EmailSettings['service'], EmailNames>> = {
  environment: {
    postmark: {
      login: 'POSTMARK_SERVER_TOKEN',
      sender: 'MAIL_FROM',
      place: 'POSTMARK_BASE_URL if it’s set',
    },
    smtp: {
      login: 'the user name and the password in SMTP_URL',
      sender: 'MAIL_FROM',
      place: 'the host and the port in SMTP_URL',
    },
  },
  admin: {
    postmark: { login: 'the token', sender: 'the sender’s address', place: 'Postmark’s status' },
    smtp: {
      login: 'the user name and the password',
      sender: 'the sender’s address',
      place: 'the host and the port',
    },
  },
};

/** For these settings; null writes to the outbox, about which no text needs names. */
export function emailNames(settings: EmailSettings | null): EmailNames {
  const { source, service } = settings ?? { source: 'environment', service: 'smtp' };
  return EMAIL_NAMES[source][service];
}

/** Why the test of the email service failed. */
export function emailProblem(code: EmailErrorCode, { login, sender, place }: EmailNames): string {
  const problems: Record<EmailErrorCode, string> = {
    refused: 'The email service won’t send to your address. Check its settings.',
    'not-accepted': `The email service rejected the sign-in. Check ${login}, and that it may send from ${sender}.`,
    busy: 'The email service is busy. Wait a moment and try again.',
    'timed-out': `The email service took too long to answer. Check ${place}.`,
    unreachable: `The email service couldn’t be reached. Check ${place}, and whether this server can reach it.`,
    'service-fault': 'The email service has a problem right now. Try again later.',
    'outbox-fault':
      'The email couldn’t be written to DATA_DIR/outbox. Check that the app may write there.',
  };
  return problems[code];
}

export const PAYMENT_PROBLEMS: Record<PaymentFailure, string> = {
  unavailable:
    'Stripe couldn’t be reached or has a problem right now. Check whether this server can reach it, and STRIPE_BASE_URL if it’s set. If it keeps happening, check Stripe’s status page.',
  refused:
    'Stripe rejected the key. Check STRIPE_SECRET_KEY; a restricted key needs permission to read prices.',
  missing: 'The server that answered isn’t Stripe. Check STRIPE_BASE_URL.',
  forged: 'The server that answered isn’t Stripe. Check STRIPE_BASE_URL.',
};

interface StoreFailure {
  name?: string;
  code?: string;
  cause?: unknown;
  $metadata?: { httpStatusCode?: number };
}

const OBJECT_PROBLEMS: [pattern: RegExp, text: string][] = [
  [/NoSuchBucket/, 'This bucket doesn’t exist. Create it, or check S3_BUCKET and S3_REGION.'],
  [
    /InvalidAccessKeyId|SignatureDoesNotMatch|CredentialsProvider|AuthorizationHeaderMalformed/,
    'The store rejected the keys. Check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, and S3_REGION.',
  ],
  [
    /AccessDenied|Forbidden|403/,
    'The store accepts the keys but denies access. They need permission to read, write, delete, and list in the bucket.',
  ],
  [
    /PermanentRedirect|301/,
    'The bucket is in another region, or at another address. Check S3_REGION and S3_ENDPOINT.',
  ],
  [
    /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ECONNRESET/,
    'The store couldn’t be reached. Check S3_ENDPOINT, and whether this server can reach it.',
  ],
  [/TIMEDOUT|Timeout|Abort/i, 'The store took too long to answer. Check S3_ENDPOINT.'],
  [/CERT|TLS|SSL/, 'This server doesn’t trust the store’s certificate. Check S3_ENDPOINT.'],
  [/ENOSPC|EDQUOT/, 'The disk of DATA_DIR is full.'],
  [/EACCES|EPERM|EROFS/, 'The app can’t write to DATA_DIR/objects. Check who owns the directory.'],
  [/NotFound|404/, 'This bucket doesn’t exist. Create it, or check S3_BUCKET and S3_REGION.'],
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
  return known ?? 'The store failed. The app’s log has the cause.';
}
