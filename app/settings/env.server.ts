import { z } from 'zod';

import { secretAddress, siteAddress } from './addresses.ts';
import { issuers, mediaModels, plainError, prices } from './json-settings.ts';
import {
  byteCount,
  contact,
  email,
  flag,
  hostNames,
  mailbox,
  modelContexts,
  modelNames,
  modelWeights,
  oneOf,
  signupMode,
  url,
  wholeNumber,
} from './values.ts';
import { findMisspelled } from './similar-names.ts';
import { singleton } from '../lib/singleton.server.ts';

const PASSWORD_RULES = ['lower', 'upper', 'digit', 'special'] as const;

const variables = z.object({
  NODE_ENV: oneOf(['development', 'production', 'test']).default('development'),
  PORT: wholeNumber(0, 65535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  APP_URL: siteAddress.optional(),
  /** Hosts to accept besides that of APP_URL, which is the only one otherwise. */
  ALLOWED_HOSTS: hostNames.default([]),
  DATA_DIR: z.string().default('./data'),
  /** Markdown that replaces the text of public pages. */
  PAGES_DIR: z.string().optional(),
  DATABASE_URL: secretAddress(
    ['postgres', 'postgresql'],
    'postgres://user:password@host:5432/database',
  ).optional(),
  DATABASE_POOL: wholeNumber(3, 200).default(12),
  SESSION_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  ENCRYPTION_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  OPENAI_API_KEY: z.string().optional(),
  OPENAI_BASE_URL: url.optional(),
  AI_MODEL: z.string().default('openai/gpt-4o-mini'),
  AI_MODELS: modelWeights.optional(),
  /** How much models read and write at most, in tokens. */
  AI_CONTEXTS: modelContexts.optional(),
  /** Models that let people choose how hard they think. */
  AI_EFFORT_MODELS: modelNames.optional(),
  /** Models that use tools, such as a search of the web. */
  AI_TOOL_MODELS: modelNames.optional(),
  /** Vision models besides those that are known to be. */
  AI_VISION_MODELS: modelNames.optional(),
  /** Reads documents of brands, so that they are found by what they mean. */
  EMBEDDING_MODEL: z.string().max(200).optional(),
  /** Turns recordings into text, so that people can dictate. */
  TRANSCRIPTION_MODEL: z.string().max(200).optional(),
  /** Searches the web for models that use tools. */
  SEARCH_PROVIDER: oneOf(['searxng', 'brave', 'tavily']).optional(),
  SEARCH_BASE_URL: url.optional(),
  SEARCH_API_KEY: z.string().optional(),
  /** What a search costs people. */
  SEARCH_TOKENS: wholeNumber(0, 1_000_000).default(1_000),
  IMAGE_BASE_URL: url.optional(),
  IMAGE_API_KEY: z.string().optional(),
  IMAGE_MODEL: z.string().default('gpt-image-2'),
  MEDIA_MODELS: mediaModels.optional(),
  /** Across all processes. */
  MEDIA_JOBS: wholeNumber(1, 1_000).default(4),
  REPLICATE_API_TOKEN: z.string().optional(),
  REPLICATE_BASE_URL: url.optional(),
  /** The user or organization of the token, which will own the private models of LoRAs. */
  REPLICATE_DESTINATION_OWNER: z
    .string()
    .regex(/^[\w.-]{1,100}$/, 'must be the name of a user or an organization')
    .optional(),
  /** Per user. */
  STORAGE_QUOTA: byteCount.default(5e9),
  AI_HOUSE_DAILY_TOKENS: wholeNumber(0).default(1_000_000),
  /** The percentage of AI_HOUSE_DAILY_TOKENS that one user may use. */
  AI_HOUSE_USER_PERCENT: wholeNumber(1, 100).default(20),
  METERING: oneOf(['off', 'allowance', 'billing']).optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\w+$/, 'must begin with sk_test_, sk_live_, rk_test_ or rk_live_')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_\w+$/, 'must begin with pk_test_ or pk_live_')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z.string().startsWith('whsec_', 'must begin with whsec_').optional(),
  STRIPE_BASE_URL: url.optional(),
  STRIPE_PRICES: prices.default([]),
  PASSWORD_MIN: wholeNumber(1, 1024).default(6),
  PASSWORD_MAX: wholeNumber(1, 4096).optional(),
  PASSWORD_REQUIRE: z
    .string()
    .default('')
    .transform((text) => text.split(',').map((rule) => rule.trim()))
    .transform((rules) => rules.filter((rule) => rule !== ''))
    .pipe(z.array(oneOf(PASSWORD_RULES))),
  /** Ends with a slash, so that what is asked for can follow. */
  LEAKED_PASSWORDS_URL: url.transform((address) => address.replace(/\/?$/, '/')).optional(),
  OPENID_ISSUERS: issuers.default([]),
  SIGNUP: signupMode.default({ kind: 'open' }),
  REQUIRE_VERIFIED_EMAIL: flag.default(false),
  /** Days between the request and the deletion; 0: requests are only recorded. */
  ACCOUNT_DELETION_DAYS: wholeNumber(0, 3650).default(30),
  ADMIN_EMAIL: email.optional(),
  POSTMARK_SERVER_TOKEN: z.string().optional(),
  POSTMARK_BASE_URL: url.optional(),
  /** The credentials with which Postmark reports undelivered emails. */
  POSTMARK_WEBHOOK_USER: z
    .string()
    .regex(/^[^:]+$/, 'must not hold a colon')
    .optional(),
  POSTMARK_WEBHOOK_PASSWORD: z.string().min(16, 'must have at least 16 characters').optional(),
  SMTP_URL: secretAddress(['smtp', 'smtps'], 'smtp://user:password@host:587').optional(),
  MAIL_FROM: mailbox.optional(),
  SUPPORT_EMAIL: email.optional(),
  SECURITY_CONTACT: contact.optional(),
  S3_BUCKET: z.string().optional(),
  S3_ENDPOINT: url.optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  MAINTENANCE_UNTIL: z.iso
    .datetime({ offset: true, error: 'must be a time such as 2026-12-31T18:00:00Z' })
    .default('2025-04-18T00:00:00Z')
    .transform((text) => new Date(text)),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  TRUST_PROXY: wholeNumber(0, 10).default(0),
  WORKERS: oneOf(['0', '1'])
    .default('1')
    .transform((value) => value === '1'),
  /** Seconds between announcing the end on /readyz and taking the last request: for load balancers. */
  SHUTDOWN_DELAY: wholeNumber(0, 60).default(0),
  LOG_LEVEL: oneOf(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
  /** Off only in tests that send more requests than a person could. */
  RATE_LIMITS: flag.default(true),
});

/** Every variable; a test compares .env.example and docs/operating.md with it. */
export const VARIABLE_NAMES: readonly string[] = Object.keys(variables.shape);

const SECRET_WORDS = new Set(['KEY', 'SECRET', 'TOKEN', 'PASSWORD']);

/** Addresses that contain a password, and lists that contain a secret. */
const SECRET_PARTS = new Set(['DATABASE_URL', 'OPENID_ISSUERS', 'SMTP_URL']);

/** Rules for people's passwords. */
const NO_SECRETS = new Set(['PASSWORD_MIN', 'PASSWORD_MAX', 'PASSWORD_REQUIRE']);

/** Whether the value must never be shown. Decided by the name, so that a new variable counts as a secret by itself. */
export function isSecretVariable(name: string): boolean {
  if (NO_SECRETS.has(name)) return false;
  return SECRET_PARTS.has(name) || name.split('_').some((word) => SECRET_WORDS.has(word));
}

const schema = variables
  .refine(
    ({ PASSWORD_MIN, PASSWORD_MAX }) => PASSWORD_MAX === undefined || PASSWORD_MIN <= PASSWORD_MAX,
    { path: ['PASSWORD_MAX'], error: 'must not be below PASSWORD_MIN (6 unless set)' },
  )
  .refine((all) => all.NODE_ENV !== 'production' || !all.DATABASE_URL || all.SESSION_SECRET, {
    path: ['SESSION_SECRET'],
    // Several processes may share the database, and each would generate a different one.
    error:
      'is needed with DATABASE_URL: a secret that every process gets, for example from "openssl rand -hex 32"',
  })
  .refine((all) => all.NODE_ENV !== 'production' || !all.DATABASE_URL || all.ENCRYPTION_KEY, {
    path: ['ENCRYPTION_KEY'],
    error:
      'is needed with DATABASE_URL: a key that every process gets, for example from "openssl rand -hex 32"; keep it, and back it up',
  })
  .refine((all) => !all.POSTMARK_SERVER_TOKEN || !all.SMTP_URL, {
    path: ['SMTP_URL'],
    error: 'must not be set together with POSTMARK_SERVER_TOKEN: email is sent through one service',
  })
  .refine((all) => all.MAIL_FROM ?? !(all.POSTMARK_SERVER_TOKEN ?? all.SMTP_URL), {
    path: ['MAIL_FROM'],
    error: 'is needed to send email: the address that emails come from',
  })
  .refine((all) => !all.POSTMARK_WEBHOOK_USER === !all.POSTMARK_WEBHOOK_PASSWORD, {
    path: ['POSTMARK_WEBHOOK_PASSWORD'],
    error: 'belongs with POSTMARK_WEBHOOK_USER: set both or neither',
  })
  .refine((all) => !all.S3_ACCESS_KEY_ID === !all.S3_SECRET_ACCESS_KEY, {
    path: ['S3_SECRET_ACCESS_KEY'],
    error: 'belongs with S3_ACCESS_KEY_ID: set both or neither',
  })
  .refine((all) => all.S3_BUCKET !== undefined || all.S3_ENDPOINT === undefined, {
    path: ['S3_BUCKET'],
    error: 'is needed with S3_ENDPOINT',
  })
  .refine((all) => !all.STRIPE_SECRET_KEY || all.STRIPE_WEBHOOK_SECRET, {
    path: ['STRIPE_WEBHOOK_SECRET'],
    error: 'is needed with STRIPE_SECRET_KEY: without it, people don’t get what they paid for',
  })
  .refine(
    ({ STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable }) =>
      !secret || !publishable || secret.includes('_live_') === publishable.includes('_live_'),
    {
      path: ['STRIPE_PUBLISHABLE_KEY'],
      error: 'must match STRIPE_SECRET_KEY: both test keys or both live keys',
    },
  )
  .refine((all) => all.SEARCH_PROVIDER !== 'searxng' || all.SEARCH_BASE_URL !== undefined, {
    path: ['SEARCH_BASE_URL'],
    error: 'is needed with SEARCH_PROVIDER=searxng: the address of your SearXNG',
  })
  .refine(
    ({ SEARCH_PROVIDER: provider, SEARCH_API_KEY: key }) =>
      provider === undefined || provider === 'searxng' || key !== undefined,
    { path: ['SEARCH_API_KEY'], error: 'is needed with SEARCH_PROVIDER=brave or tavily' },
  )
  .transform((all) => ({
    ...all,
    METERING: all.METERING ?? (all.STRIPE_SECRET_KEY ? ('billing' as const) : ('off' as const)),
  }));

export type Env = z.output<typeof schema>;

/**
 * An empty variable counts as unset, as in a compose file that passes everything on. One pair of quotes around a value
 * is removed: a shell and Compose remove them from a line of `.env`, `docker run --env-file` doesn't.
 */
function readSource(source: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(source)
      .map(([name, value = '']) => [name, withoutQuotes(value)] as const)
      .filter(([, value]) => value !== ''),
  );
}

export function withoutQuotes(value: string): string {
  const quote = value[0];
  const isQuoted = value.length >= 2 && (quote === '"' || quote === "'") && value.endsWith(quote);
  return isQuoted ? value.slice(1, -1) : value;
}

/** Names that are probably misspellings of these variables. */
export function findMisspelledNames(names: readonly string[]): { name: string; meant: string }[] {
  return findMisspelled(names, VARIABLE_NAMES);
}

export type EnvReading = { ok: true; env: Env } | { ok: false; problems: string[] };

/** Reads every variable. `problems` has one readable line for each invalid one. */
export function readEnv(source: NodeJS.ProcessEnv): EnvReading {
  const result = schema.safeParse(readSource(source), { error: plainError });
  if (result.success) return { ok: true, env: result.data };
  const problems = result.error.issues.map((issue) => {
    const name = String(issue.path[0] ?? '');
    // Values are not repeated: some of these variables are secrets.
    return `${name}: ${issue.message}`;
  });
  return { ok: false, problems };
}

/**
 * The validated environment, read at first use.
 * @throws Error naming every invalid variable; the server checks before it starts, so only commands meet it.
 */
export function env(): Env {
  return singleton('env', () => {
    const reading = readEnv(process.env);
    if (!reading.ok) throw new Error(`Wrong settings:\n${reading.problems.join('\n')}`);
    return reading.env;
  });
}

/** The base of links in emails, and the one origin besides the request's own that may send changes. */
export function appUrl(): string {
  return (env().APP_URL ?? `http://localhost:${env().PORT}`).replace(/\/$/, '');
}
