import { afterEach, describe, expect, test } from 'vitest';

import { env, type Env } from './env.server';
import {
  chatAccess,
  chatModels,
  emailSettings,
  imageSettings,
  replicateSettings,
  sourceOf,
  useStoredProviders,
} from './providers.server';
import { PROVIDER_SETTINGS, type StoredProviders } from './stored-providers';

const before = { ...env() };
function set(settings: Partial<Env>): void {
  Object.assign(env(), settings);
}
afterEach(() => {
  for (const name of Object.keys(env())) delete (env() as Record<string, unknown>)[name];
  Object.assign(env(), before);
  useStoredProviders({});
});

const CHAT: NonNullable<StoredProviders['chat']> = {
  settings: {
    address: 'http://192.168.1.5:11434/v1',
    models: [
      { id: 'llama', weight: 2, context: 32_000, effort: true },
      { id: 'gemma', weight: 0.5, vision: true },
    ],
  },
  key: 'sk-of-an-admin',
  isLocked: false,
};
const IMAGES: NonNullable<StoredProviders['images']> = {
  settings: { address: 'https://draw.example/v1', models: [{ id: 'brush', tokens: 7 }] },
  key: 'sk-draw',
  isLocked: false,
};
const SMTP = {
  service: 'smtp',
  from: 'Acme <hello@acme.example>',
  host: 'smtp.acme.example',
  port: 587,
  security: 'starttls',
  user: 'post@acme.example',
} as const;

describe('the chat provider in force', () => {
  test('is none without a setting, and the demo answers', () => {
    set({ AI_MODEL: 'some/model' });
    expect(chatAccess()).toBeNull();
    expect(chatModels().model).toBe('some/model');
    expect(sourceOf('chat')).toBeNull();
  });

  test('is that of an admin, with its models, where the environment sets none', () => {
    set({ AI_VISION_MODELS: ['seen'], AI_CONTEXTS: new Map([['gemma', 8_000]]) });
    set({ AI_EFFORT_MODELS: ['thinks'] });
    useStoredProviders({ chat: CHAT });
    expect(chatAccess()).toEqual({
      source: 'admin',
      baseUrl: 'http://192.168.1.5:11434/v1',
      apiKey: 'sk-of-an-admin',
    });
    const { model, weights, contexts, efforts, vision } = chatModels();
    expect(efforts).toEqual(['thinks', 'llama']);
    expect(Object.fromEntries(contexts)).toEqual({ llama: 32_000, gemma: 8_000 });
    expect([model, [...weights], vision]).toEqual([
      'llama',
      [
        ['llama', 2],
        ['gemma', 0.5],
      ],
      ['seen', 'gemma'],
    ]);
  });

  test.each<[string, Partial<Env>]>([
    ['a key', { OPENAI_API_KEY: 'sk' }],
    ['an address', { OPENAI_BASE_URL: 'https://ai.example/v1' }],
  ])('is that of the environment as soon as it has %s', (_what, settings) => {
    set({ ...settings, AI_MODEL: 'some/model' });
    useStoredProviders({ chat: CHAT });
    expect(chatAccess()).toMatchObject({ source: 'environment' });
    expect(chatAccess()?.apiKey).not.toBe('sk-of-an-admin');
    expect(chatModels().model).toBe('some/model');
  });

  test('goes without a key that can’t be read, rather than back to the demo', () => {
    useStoredProviders({ chat: { ...CHAT, key: null, isLocked: true } });
    expect(chatAccess()).toMatchObject({ source: 'admin', apiKey: undefined });
  });
});

describe('the image provider in force', () => {
  test('is that of an admin until the environment has one that works', () => {
    useStoredProviders({ images: IMAGES });
    // Models alone make no images.
    set({ MEDIA_MODELS: [{ id: 'a/b', kind: 'image', provider: 'replicate', tokens: 5 }] });
    expect(imageSettings()).toMatchObject({
      source: 'admin',
      models: [{ id: 'brush', tokens: 7 }],
    });
    set({ REPLICATE_API_TOKEN: 'r8' });
    expect(imageSettings()).toMatchObject({ source: 'environment', models: [{ id: 'a/b' }] });
  });

  test('uses the key of the chat provider at the same server, and at no other', () => {
    const images = { ...IMAGES, key: null };
    const at = (address: string) => ({ ...CHAT, settings: { ...CHAT.settings, address } });
    useStoredProviders({ images, chat: at('https://draw.example/chat') });
    expect(imageSettings()?.apiKey).toBe('sk-of-an-admin');
    useStoredProviders({ images, chat: at('http://draw.example/v1') });
    expect(imageSettings()?.apiKey).toBeUndefined();
    useStoredProviders({ images: { ...images, isLocked: true }, chat: at('https://draw.example') });
    expect(imageSettings()?.apiKey).toBeUndefined();
  });
});

test('Replicate serves with the token of an admin, unless the environment has one', () => {
  const [model] = PROVIDER_SETTINGS.video.parse({
    models: [{ id: 'a/b', kind: 'video', tokensPerSecond: 9 }],
  }).models;
  useStoredProviders({
    video: { settings: { models: [model!] }, key: 'r8-admin', isLocked: false },
  });
  expect(replicateSettings()).toMatchObject({
    source: 'admin',
    token: 'r8-admin',
    videoModels: [{ id: 'a/b', tokensPerSecond: 9, seconds: [5] }],
  });
  set({ REPLICATE_API_TOKEN: 'r8' });
  expect(replicateSettings()).toMatchObject({
    source: 'environment',
    token: 'r8',
    videoModels: [],
  });
});

describe('the email service in force', () => {
  test('is an SMTP server of an admin, whose address has the login encoded', () => {
    useStoredProviders({ email: { settings: SMTP, key: 'p@ss/word', isLocked: false } });
    expect(emailSettings()).toEqual({
      source: 'admin',
      service: 'smtp',
      from: 'Acme <hello@acme.example>',
      isLocked: false,
      url: 'smtp://post%40acme.example:p%40ss%2Fword@smtp.acme.example:587?requireTLS=true',
    });
  });

  test('is that of the environment where it has one', () => {
    useStoredProviders({ email: { settings: SMTP, key: 'secret', isLocked: false } });
    set({ POSTMARK_SERVER_TOKEN: 'pm', MAIL_FROM: 'mail@brand.example' });
    expect(emailSettings()).toMatchObject({ service: 'postmark', from: 'mail@brand.example' });
    set({ POSTMARK_SERVER_TOKEN: undefined, SMTP_URL: 'smtp://host:25' });
    expect(emailSettings()).toMatchObject({ service: 'smtp', url: 'smtp://host:25' });
  });

  test.each([
    [{ ...SMTP, security: 'tls', user: '' }, 'smtps://smtp.acme.example:587'],
    [{ ...SMTP, security: 'offered', user: '', host: '::1' }, 'smtp://[::1]:587'],
  ] as const)('has an address without a login, encryption, or a name: %j', (settings, url) => {
    useStoredProviders({ email: { settings, key: null, isLocked: false } });
    expect(emailSettings()).toMatchObject({ url });
  });
});

describe('what an admin types', () => {
  const address = (text: string) =>
    PROVIDER_SETTINGS.chat.safeParse({ address: text, models: [{ id: 'm', weight: 1 }] });

  test.each(['https://a.example/v1/', 'http://10.0.0.7:11434/v1', ' http://[::1]:8080 '])(
    'may be the address %j',
    (text) => expect(address(text).success).toBe(true),
  );

  test.each([
    '',
    'a.example',
    'ftp://a.example',
    'file:///etc/passwd',
    'https://user:pass@a.example/v1',
    'https://key@a.example/v1',
    'https://a.example/v1?key=x',
    'https://a.example/v1#x',
    `https://a.example/${'x'.repeat(300)}`,
  ])('may not be the address %j', (text) => expect(address(text).success).toBe(false));

  test('names each model once, with a price that is a number', () => {
    const models = (list: object[]) =>
      PROVIDER_SETTINGS.chat.safeParse({ address: 'https://a.example', models: list }).success;
    expect(models([])).toBe(false);
    expect(
      models([
        { id: 'm', weight: 1 },
        { id: 'm', weight: 2 },
      ]),
    ).toBe(false);
    for (const weight of [0, -1, Number.NaN, 20_000, '1']) {
      expect(models([{ id: 'm', weight }]), String(weight)).toBe(false);
    }
    expect(models([{ id: 'm\n', weight: 1 }])).toBe(true);
    expect(models([{ id: 'm\u0000n', weight: 1 }])).toBe(false);
  });
});
