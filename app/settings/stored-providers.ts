import { z } from 'zod';

import { videoModel } from './json-settings.ts';
import { CONTEXT, mailbox } from './values.ts';

// What an admin sets in the app for each purpose, without keys: as the form sends it, and as the database has it.

export const PURPOSES = ['chat', 'images', 'video', 'email'] as const;
export type Purpose = (typeof PURPOSES)[number];

const MAX_ADDRESS = 300;
const MAX_MODEL_ID = 200;
const MAX_MODELS = 50;
export const MAX_KEY = 2_000;

/** Without credentials, which belong in the key; and without what would end up in the middle of a path. */
export const providerAddress = z
  .string()
  .trim()
  .max(MAX_ADDRESS)
  .transform((text) => text.replace(/\/$/, ''))
  .refine(isPlainAddress, {
    error: 'Enter an address such as https://api.example.com/v1, without a user name or a query.',
  });

function isPlainAddress(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.username === '' &&
    url.password === '' &&
    url.search === '' &&
    url.hash === ''
  );
}

const modelId = z
  .string()
  .trim()
  .min(1, 'Enter the name of a model.')
  .max(MAX_MODEL_ID)
  .regex(/^\P{Cc}+$/u);

function models<Model extends z.ZodType<{ id: string }>>(model: Model) {
  return z
    .array(model)
    .max(MAX_MODELS, `Choose at most ${MAX_MODELS} models.`)
    .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, {
      error: 'Each model can be listed only once.',
    });
}

const CONTEXT_TEXT = 'Enter a whole number of tokens, 2,000 or more, or nothing.';
const WEIGHT = 'Enter a number above 0, up to 10,000.';

const chat = z.object({
  address: providerAddress,
  /** The first one answers unless another is chosen. */
  models: models(
    z.object({
      id: modelId,
      /** What one of its tokens costs in tokens. */
      weight: z.number(WEIGHT).positive(WEIGHT).max(10_000, WEIGHT),
      /** How many tokens it reads and writes at most. */
      context: z
        .int(CONTEXT_TEXT)
        .min(CONTEXT.min, CONTEXT_TEXT)
        .max(CONTEXT.max, CONTEXT_TEXT)
        .optional(),
      /** Takes how hard it is to think. */
      effort: z.boolean().optional(),
      /** Uses tools. */
      tools: z.boolean().optional(),
      /** Reads images, although its name isn't known for it. */
      vision: z.boolean().optional(),
    }),
  ).min(1, 'Choose at least one model.'),
});

const TOKENS = 'Enter a whole number from 0 to 10,000,000.';

const images = z.object({
  address: providerAddress,
  models: models(
    z.object({ id: modelId, tokens: z.int(TOKENS).min(0, TOKENS).max(10_000_000, TOKENS) }),
  ).min(1, 'Choose at least one model.'),
});

/** Always Replicate, with which people also train LoRAs. */
const video = z.object({ models: models(videoModel) });

const SENDER = 'Enter an email address, or a name and an address: Acme <hello@acme.com>.';
const sender = z
  .string()
  .trim()
  .max(MAX_ADDRESS, SENDER)
  .refine((text) => mailbox.safeParse(text).success, SENDER);

const HOST = 'Enter a host name, such as smtp.example.com.';
const PORT = 'Enter a port from 1 to 65535.';

const email = z.discriminatedUnion('service', [
  z.object({ service: z.literal('postmark'), from: sender }),
  z.object({
    service: z.literal('smtp'),
    from: sender,
    host: z
      .string()
      .trim()
      .min(1, HOST)
      .max(253, HOST)
      .regex(/^[\w.:-]+$/, HOST),
    port: z.int(PORT).min(1, PORT).max(65_535, PORT),
    /** `tls`: from the first byte. `starttls`: after a greeting, or not at all. `offered`: only if the server can. */
    security: z.enum(['tls', 'starttls', 'offered']),
    /** '' for a server without sign-in. */
    user: z.string().trim().max(300),
  }),
]);

export const PROVIDER_SETTINGS = { chat, images, video, email } as const;

export type ProviderSettings = {
  [P in Purpose]: z.output<(typeof PROVIDER_SETTINGS)[P]>;
};

export interface Stored<Settings> {
  settings: Settings;
  /** Null if the provider needs none, and if it can't be read. */
  key: string | null;
  /** The key was encrypted by another ENCRYPTION_KEY, so that the provider fails until it's entered again. */
  isLocked: boolean;
}

/** What admins have set. */
export type StoredProviders = { [P in Purpose]?: Stored<ProviderSettings[P]> };
