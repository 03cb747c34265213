import { singleton } from '../lib/singleton.server.ts';
import { env } from './env.server.ts';
import type { ImageModelSetting, VideoModelSetting } from './json-settings.ts';
import type { ProviderSettings, Purpose, StoredProviders } from './stored-providers.ts';

// Which provider serves which purpose: the environment's if it sets one, else the one that an admin connected in the app,
// else none. Each call returns what is in force at that moment, so nothing may keep it for longer than a piece of work.

/** Who set a provider. What an admin typed is connected to through a guard; the operator's word is law. */
export type Source = 'environment' | 'admin';

const OPENAI = 'https://api.openai.com/v1';
const OPENROUTER = 'https://openrouter.ai/api/v1';
const POSTMARK = 'https://api.postmarkapp.com';
/** For an image of a model without a price in the settings. */
const DEFAULT_IMAGE_TOKENS = 4_000;

const held = singleton('stored-providers', () => ({ all: {} as StoredProviders }));

/** Replaces what this process knows of the admins' settings. */
export function useStoredProviders(all: StoredProviders): void {
  held.all = all;
}

/** A server that speaks OpenAI's protocol, and how it's reached. */
export interface Access {
  source: Source;
  baseUrl: string;
  /** Undefined for a server that needs none. */
  apiKey: string | undefined;
}

export interface ChatModels {
  /** The one that answers unless another is chosen. */
  model: string;
  weights: ReadonlyMap<string, number>;
  /** How many tokens they read and write at most, where that is known. */
  contexts: ReadonlyMap<string, number>;
  /** Models that take how hard they are to think. */
  efforts: readonly string[];
  /** Models that use tools. */
  tools: readonly string[];
  /** Models that read images, beside those that are known to. */
  vision: readonly string[];
}

/** Null: the built-in demo answers. */
export function chatAccess(): Access | null {
  const { OPENAI_API_KEY, OPENAI_BASE_URL } = env();
  if (OPENAI_API_KEY || OPENAI_BASE_URL) {
    const baseUrl = OPENAI_BASE_URL ?? OPENROUTER;
    return { source: 'environment', baseUrl, apiKey: OPENAI_API_KEY };
  }
  const { chat } = held.all;
  return chat ? adminAccess(chat.settings.address, chat.key) : null;
}

/** The models that answer; in demo mode, those that the environment names. */
export function chatModels(): ChatModels {
  const { AI_MODEL, AI_MODELS = NONE, AI_CONTEXTS = NONE } = env();
  const { AI_VISION_MODELS = [], AI_EFFORT_MODELS = [], AI_TOOL_MODELS = [] } = env();
  const stored = chatAccess()?.source === 'admin' ? held.all.chat : undefined;
  if (!stored) {
    return {
      model: AI_MODEL,
      weights: AI_MODELS,
      contexts: AI_CONTEXTS,
      efforts: AI_EFFORT_MODELS,
      tools: AI_TOOL_MODELS,
      vision: AI_VISION_MODELS,
    };
  }
  const { models } = stored.settings;
  return {
    model: models[0]?.id ?? AI_MODEL,
    weights: new Map(models.map(({ id, weight }) => [id, weight])),
    contexts: new Map([
      ...AI_CONTEXTS,
      ...models.flatMap(({ id, context }) =>
        context === undefined ? [] : [[id, context] as const],
      ),
    ]),
    efforts: [
      ...AI_EFFORT_MODELS,
      ...models.filter(({ effort }) => effort === true).map(({ id }) => id),
    ],
    tools: [...AI_TOOL_MODELS, ...models.filter(({ tools }) => tools === true).map(({ id }) => id)],
    vision: [
      ...AI_VISION_MODELS,
      ...models.filter(({ vision }) => vision === true).map(({ id }) => id),
    ],
  };
}

const NONE: ReadonlyMap<string, number> = new Map();

export interface ImageSettings extends Access {
  /** The default first; those without a provider of their own are made at `baseUrl`. */
  models: readonly ImageModelSetting[];
}

/** Null: the built-in demo draws. */
export function imageSettings(): ImageSettings | null {
  const { MEDIA_MODELS, IMAGE_MODEL, REPLICATE_API_TOKEN } = env();
  const { isSet, ...access } = environmentImages();
  const named = MEDIA_MODELS?.filter((setting) => setting.kind === 'image') ?? [];
  const wanted: ImageModelSetting[] =
    named.length > 0 ? named : [{ id: IMAGE_MODEL, kind: 'image', tokens: DEFAULT_IMAGE_TOKENS }];
  const usable = wanted.filter((model) =>
    model.provider === 'replicate' ? REPLICATE_API_TOKEN !== undefined : isSet,
  );
  if (usable.length > 0) return { ...access, models: usable };
  const { images } = held.all;
  if (!images) return null;
  const { address, models } = images.settings;
  return {
    ...adminAccess(address, images.key ?? keyOfChat(address, images.isLocked)),
    models: models.map((model) => ({ ...model, kind: 'image' })),
  };
}

/** The environment's image service: the assistant's key serves where both are at the same host. */
function environmentImages(): Access & { isSet: boolean } {
  const { IMAGE_BASE_URL, IMAGE_API_KEY, OPENAI_BASE_URL, OPENAI_API_KEY } = env();
  const baseUrl = IMAGE_BASE_URL ?? OPENAI;
  const isShared = isSameHost(baseUrl, OPENAI_BASE_URL ?? OPENROUTER);
  const apiKey = IMAGE_API_KEY ?? (isShared ? OPENAI_API_KEY : undefined);
  const isSet = IMAGE_BASE_URL !== undefined || apiKey !== undefined;
  return { source: 'environment', baseUrl, apiKey, isSet };
}

/** The same rule for what admins set: without a key of its own, an image service gets that of the same server. */
function keyOfChat(address: string, isLocked: boolean): string | null {
  const { chat } = held.all;
  const isShared = chat !== undefined && isSameOrigin(chat.settings.address, address);
  return isShared && !isLocked ? chat.key : null;
}

export interface ReplicateSettings {
  source: Source;
  token: string;
  /** Undefined: Replicate's own. */
  baseUrl: string | undefined;
  videoModels: readonly VideoModelSetting[];
}

/** Null: no videos and no LoRAs. */
export function replicateSettings(): ReplicateSettings | null {
  const { REPLICATE_API_TOKEN, REPLICATE_BASE_URL: baseUrl, MEDIA_MODELS } = env();
  if (REPLICATE_API_TOKEN !== undefined) {
    const videoModels = MEDIA_MODELS?.filter((model) => model.kind === 'video') ?? [];
    return { source: 'environment', token: REPLICATE_API_TOKEN, baseUrl, videoModels };
  }
  const { video } = held.all;
  // An empty token is refused there, which says what is wrong.
  return video
    ? { source: 'admin', token: video.key ?? '', baseUrl, videoModels: video.settings.models }
    : null;
}

export type EmailSettings = {
  source: Source;
  from: string;
  /** The password can't be read: nothing is sent, and nothing is lost. */
  isLocked: boolean;
} & ({ service: 'postmark'; token: string; baseUrl: string } | { service: 'smtp'; url: string });

/** Null: emails are written to the outbox. */
export function emailSettings(): EmailSettings | null {
  const { POSTMARK_SERVER_TOKEN: token, POSTMARK_BASE_URL: baseUrl = POSTMARK } = env();
  const { SMTP_URL: url, MAIL_FROM: from = '' } = env();
  const set = { source: 'environment', from, isLocked: false } as const;
  if (token) return { ...set, service: 'postmark', token, baseUrl };
  if (url) return { ...set, service: 'smtp', url };
  const { email } = held.all;
  return email ? emailSettingsOf(email.settings, email.key, email.isLocked) : null;
}

/** As an admin set them, or wants to. */
export function emailSettingsOf(
  settings: ProviderSettings['email'],
  key: string | null,
  isLocked = false,
): EmailSettings {
  const set = { source: 'admin', from: settings.from, isLocked } as const;
  if (settings.service === 'postmark') {
    const baseUrl = env().POSTMARK_BASE_URL ?? POSTMARK;
    return { ...set, service: 'postmark', token: key ?? '', baseUrl };
  }
  return { ...set, service: 'smtp', url: smtpUrl(settings, key) };
}

function smtpUrl(
  { host, port, security, user }: Extract<ProviderSettings['email'], { service: 'smtp' }>,
  key: string | null,
): string {
  const login = user === '' ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(key ?? '')}@`;
  const place = host.includes(':') ? `[${host}]` : host;
  const query = security === 'starttls' ? '?requireTLS=true' : '';
  return `${security === 'tls' ? 'smtps' : 'smtp'}://${login}${place}:${port}${query}`;
}

/** How the server at an address that an admin typed is reached. */
export function adminAccess(baseUrl: string, key: string | null): Access {
  return { source: 'admin', baseUrl, apiKey: key ?? undefined };
}

/** Who set the provider in force; null if there is none. */
export function sourceOf(purpose: Purpose): Source | null {
  const inForce = {
    chat: chatAccess,
    images: imageSettings,
    video: replicateSettings,
    email: emailSettings,
  }[purpose]();
  return inForce?.source ?? null;
}

/** What this process knows of the admins' settings, in force or not. */
export function storedProvider<P extends Purpose>(purpose: P): StoredProviders[P] {
  return held.all[purpose];
}

/** Whether a key for one of these addresses would go to the same server at the other. */
function isSameOrigin(one: string, other: string): boolean {
  return URL.parse(one)?.origin === URL.parse(other)?.origin;
}

function isSameHost(one: string, other: string): boolean {
  return new URL(one).host === new URL(other).host;
}
