import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';

import { deliver, deliverBy } from '~/features/email/index.server';
import { AiError, completeChat, defaultModel } from '~/gateways/ai/index.server';
import { checkImages, ImageError, isImageDemo, imageHosts } from '~/gateways/images/index.server';
import { EmailError } from '~/gateways/email/index.server';
import { objects } from '~/gateways/objects/index.server';
import { PaymentError, payments, paymentsMode } from '~/gateways/payments/index.server';
import { checkReplicate, replicateHost } from '~/gateways/replicate/index.server';
import { formatCount } from '~/lib/format/numbers';
import {
  chatAccess,
  emailSettings,
  imageSettings,
  replicateSettings,
  type Access,
  type EmailSettings,
} from '~/settings/providers.server';
import { log } from '~/lib/log.server';

import {
  AI_NAMES,
  aiProblem,
  emailNames,
  emailProblem,
  IMAGE_SERVICE,
  mediaProblem,
  objectProblem,
  PAYMENT_PROBLEMS,
  REPLICATE,
} from './connection-texts';
import type { ConnectionPart, TestResult } from './connections';
import type { Finding } from './live-check';

const AI_TIMEOUT_MS = 30_000;
const OBJECTS_TIMEOUT_MS = 20_000;

/**
 * Tries one part as the app uses it: the model answers, the admin gets an email, a file is stored and read. For what
 * would cost money (images, videos, payments) it only checks the key.
 */
export function testConnection(
  part: ConnectionPart,
  admin: { email: string },
): Promise<TestResult> {
  switch (part) {
    case 'ai':
      return testAi();
    case 'images':
      return testImages();
    case 'replicate':
      return testReplicate();
    case 'mail':
      return testEmail(admin.email);
    case 'objects':
      return testObjects();
    case 'payments':
      return testPayments();
  }
}

const works = (text: string): TestResult => ({ ok: true, text });
const fails = (text: string): TestResult => ({ ok: false, text });

async function testAi(): Promise<TestResult> {
  const access = chatAccess();
  if (!access) {
    return fails(
      'No provider is set, so the built-in demo answers. Connect one under Providers, or set OPENAI_API_KEY, or OPENAI_BASE_URL for a server without keys.',
    );
  }
  return testAnswer(defaultModel(), completeChat, AI_NAMES[access.source]);
}

/** Has a model answer with one word. */
export async function testAnswer(
  model: string,
  complete: typeof completeChat,
  names: (typeof AI_NAMES)['admin'],
): Promise<TestResult> {
  const startedAt = performance.now();
  try {
    await complete({
      model,
      messages: [{ role: 'user', content: 'Answer with the word OK.' }],
      maxTokens: 64,
      temperature: 0,
      signal: AbortSignal.timeout(AI_TIMEOUT_MS),
    });
  } catch (error) {
    // The gateway has logged it.
    if (error instanceof AiError) return fails(aiProblem(error.code, names));
    throw error;
  }
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
  return works(`${model} answered in ${formatCount(seconds, 'second')}.`);
}

async function testImages(): Promise<TestResult> {
  if (isImageDemo()) {
    return fails(
      'No image service is set, so the built-in demo draws. Connect one under Providers, or set IMAGE_API_KEY, or IMAGE_BASE_URL for a server without keys.',
    );
  }
  const [host] = imageHosts();
  if (host === undefined) {
    return works('All image models are Replicate’s. Use the Replicate test.');
  }
  return resultOf(
    await findImages(),
    `${host} answered and accepts the key. No image was created.`,
  );
}

async function testReplicate(): Promise<TestResult> {
  const host = replicateHost();
  if (host === null) {
    return fails(
      'No Replicate token is set, so there are no LoRAs and no videos. Connect Replicate under Providers, or set REPLICATE_API_TOKEN.',
    );
  }
  return resultOf(
    await findReplicate(),
    `${host} answered and accepts the token. Nothing was created.`,
  );
}

export function resultOf({ state, text }: Finding, success: string): TestResult {
  if (state === 'fails') return fails(text);
  return works(state === 'works' ? success : text);
}

async function testEmail(to: string): Promise<TestResult> {
  const settings = emailSettings();
  const failure = await tryEmail(settings, () => deliver(to, TEST_EMAIL, { kind: 'notice' }));
  if (failure) return failure;
  return settings
    ? works(`The email service accepted an email to ${to}. Check that it arrives.`)
    : fails(
        'No email service is set, so the test email is in DATA_DIR/outbox, like all others. Connect one under Providers, or set SMTP_URL or POSTMARK_SERVER_TOKEN, and MAIL_FROM.',
      );
}

/** Sends the admin an email by a service that isn't saved yet. */
export async function testEmailService(service: EmailSettings, to: string): Promise<TestResult> {
  const failure = await tryEmail(service, () =>
    deliverBy(service, to, TEST_EMAIL, { kind: 'notice' }),
  );
  return failure ?? works(`The email service accepted an email to ${to}. Check that it arrives.`);
}

async function tryEmail(
  settings: EmailSettings | null,
  send: () => Promise<void>,
): Promise<TestResult | null> {
  try {
    await send();
    return null;
  } catch (err) {
    if (!(err instanceof EmailError)) throw err;
    log.warn({ err }, 'the test email could not be sent');
    return fails(emailProblem(err.code, emailNames(settings)));
  }
}

const TEST_EMAIL = {
  subject: 'A test from Brandwright',
  preview: 'Your Brandwright can send email.',
  title: 'Your email works',
  paragraphs: [
    'You asked for this test under Connections. It arrived, so Brandwright can send email.',
  ],
};

async function testObjects(): Promise<TestResult> {
  const content = Buffer.from(`a test ${randomUUID()}`);
  const key = `connection-tests/${randomUUID()}`;
  const signal = AbortSignal.timeout(OBJECTS_TIMEOUT_MS);
  try {
    const store = await objects();
    await store.check();
    await store.put(key, content, { type: 'text/plain', signal });
    const { body } = await store.get(key, { signal });
    const same = content.equals(await buffer(body));
    await store.delete([key]);
    return same
      ? works('A file was stored, read, and deleted.')
      : fails('The file came back changed. Check S3_ENDPOINT.');
  } catch (err) {
    log.warn({ err }, 'the test of the object store failed');
    return fails(objectProblem(err));
  }
}

async function testPayments(): Promise<TestResult> {
  const mode = paymentsMode();
  if (mode === 'off') {
    return fails(
      'No Stripe key is set, so nothing is for sale. Set STRIPE_SECRET_KEY to change that.',
    );
  }
  try {
    await (await payments()).check();
  } catch (err) {
    if (!(err instanceof PaymentError)) throw err;
    log.warn({ err }, 'the test of the payments failed');
    return fails(PAYMENT_PROBLEMS[err.code]);
  }
  return works(
    mode === 'test'
      ? 'Stripe answered in test mode: no money moves.'
      : 'Stripe answered, and payments are live.',
  );
}

const TIMEOUT_MS = 8_000;
const CANNOT_CHECK = 'It answers, but only a real image shows whether it accepts the key.';

/** Checks an image service without generating an image: the one in force, or one that isn't saved yet. */
export function findImages(access?: Access): Promise<Finding> {
  const source = (access ?? imageSettings())?.source ?? 'environment';
  return checkService(IMAGE_SERVICE[source], async (signal) =>
    (await checkImages(signal, access)) === 'works'
      ? { state: 'works', text: '' }
      : { state: 'unknown', text: CANNOT_CHECK },
  );
}

/** Checks Replicate, which trains LoRAs and generates videos, without starting either. */
export function findReplicate(account?: { token: string; baseUrl?: string }): Promise<Finding> {
  const source = account ? 'admin' : (replicateSettings()?.source ?? 'environment');
  return checkService(REPLICATE[source], async (signal) => {
    await checkReplicate(signal, account);
    return { state: 'works', text: '' };
  });
}

async function checkService(
  service: (typeof REPLICATE)['admin'],
  check: (signal: AbortSignal) => Promise<Finding>,
): Promise<Finding> {
  try {
    return await check(AbortSignal.timeout(TIMEOUT_MS));
  } catch (err) {
    if (!(err instanceof ImageError)) throw err;
    const { code, status, requestId, detail } = err;
    log.warn(
      { code, status, requestId, detail, service: service.name },
      'a media service does not work',
    );
    return { state: 'fails', text: mediaProblem(code, service) };
  }
}
