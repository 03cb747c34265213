import { afterEach, describe, expect, it } from 'vitest';

import { env, type Env } from '../../settings/env.server';
import { imageSettings } from '../../settings/providers.server';
import { configuredImageModels } from './models.server';

const before = { ...env() };
function set(settings: Partial<Env>): void {
  Object.assign(env(), settings);
}
afterEach(() => {
  for (const name of Object.keys(env())) delete (env() as Record<string, unknown>)[name];
  Object.assign(env(), before);
});

const ids = () => configuredImageModels().map(({ provider, id }) => `${provider} ${id}`);

describe('the configured image models', () => {
  it("are the demo's without a key for their host", () => {
    expect(ids()).toEqual(['demo demo']);
    // The key is for another host.
    set({ OPENAI_API_KEY: 'sk-or' });
    expect(ids()).toEqual(['demo demo']);
  });

  it("are OpenAI's with an image key, or with the assistant's key if that is for OpenAI", () => {
    set({ IMAGE_API_KEY: 'sk' });
    expect(ids()).toEqual(['openai gpt-image-2']);
    set({
      IMAGE_API_KEY: undefined,
      OPENAI_API_KEY: 'sk',
      OPENAI_BASE_URL: 'https://api.openai.com/v1',
    });
    expect(ids()).toEqual(['openai gpt-image-2']);
    expect(imageSettings()).toMatchObject({
      baseUrl: 'https://api.openai.com/v1',
      apiKey: 'sk',
    });
  });

  it("are OpenRouter's at its address, with the assistant's key", () => {
    set({ OPENAI_API_KEY: 'sk-or', IMAGE_BASE_URL: 'https://openrouter.ai/api/v1' });
    set({ IMAGE_MODEL: 'a/b' });
    expect(ids()).toEqual(['openrouter a/b']);
    expect(imageSettings()?.apiKey).toBe('sk-or');
  });

  it('are those of MEDIA_MODELS whose provider has a key', () => {
    set({
      MEDIA_MODELS: [
        { id: 'gpt-image-2', kind: 'image', tokens: 10 },
        { id: 'o/n', kind: 'image', provider: 'replicate', tokens: 5, label: 'Quick' },
      ],
      REPLICATE_API_TOKEN: 'r8',
    });
    expect(configuredImageModels()).toMatchObject([
      { id: 'o/n', provider: 'replicate', label: 'Quick', tokens: 5, seed: true, reference: false },
    ]);
    set({ IMAGE_API_KEY: 'sk' });
    expect(ids()).toEqual(['openai gpt-image-2', 'replicate o/n']);
  });
});
