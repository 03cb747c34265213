import { env } from '../../settings/env.server';
import type { ImageModelSetting } from '../../settings/json-settings';
import type { ProviderName } from './images';

const OPENAI = 'https://api.openai.com/v1';
const OPENROUTER = 'https://openrouter.ai/api/v1';
const SIZES = ['1024x1024', '1536x1024', '1024x1536'] as const;
/** For an image of a model without a price in the settings. */
const DEFAULT_TOKENS = 4_000;

export interface ConfiguredImageModel {
  id: string;
  provider: ProviderName;
  label: string;
  tokens: number;
  sizes: readonly (typeof SIZES)[number][];
  negativePrompt: boolean;
  seed: boolean;
  reference: boolean;
  count: number;
}

export const DEMO_MODEL: ConfiguredImageModel = {
  id: 'demo',
  provider: 'demo',
  label: 'Demo',
  tokens: 0,
  sizes: SIZES,
  negativePrompt: false,
  seed: true,
  reference: true,
  count: 4,
};

/** The image service and its key: the assistant's key serves where both use the same host. */
export function imageAccess(): { baseUrl: string; apiKey: string | undefined } {
  const { IMAGE_BASE_URL, IMAGE_API_KEY, OPENAI_BASE_URL, OPENAI_API_KEY } = env();
  const baseUrl = IMAGE_BASE_URL ?? OPENAI;
  const shared = hostOf(baseUrl) === hostOf(OPENAI_BASE_URL ?? OPENROUTER);
  return { baseUrl, apiKey: IMAGE_API_KEY ?? (shared ? OPENAI_API_KEY : undefined) };
}

/** Whether there is an image service: it has a key, or an address was set for one that needs none. */
function hasImageService(): boolean {
  return env().IMAGE_BASE_URL !== undefined || imageAccess().apiKey !== undefined;
}

/** The models that make images, the default first; the demo's where nothing is set up. */
export function configuredImageModels(): ConfiguredImageModel[] {
  const { MEDIA_MODELS, IMAGE_MODEL, REPLICATE_API_TOKEN } = env();
  const fallback: ProviderName =
    hostOf(imageAccess().baseUrl) === hostOf(OPENROUTER) ? 'openrouter' : 'openai';
  const named = MEDIA_MODELS?.filter((setting) => setting.kind === 'image') ?? [];
  const wanted: ImageModelSetting[] =
    named.length > 0 ? named : [{ id: IMAGE_MODEL, kind: 'image', tokens: DEFAULT_TOKENS }];
  const usable = wanted
    .map((model) => describe(model, fallback))
    .filter(({ provider }) =>
      provider === 'replicate' ? REPLICATE_API_TOKEN !== undefined : hasImageService(),
    );
  return usable.length > 0 ? usable : [DEMO_MODEL];
}

/** Hosts of the image services, without Replicate's, which `replicateHost` has. */
export function imageHosts(): string[] {
  const isUsed = configuredImageModels().some(
    ({ provider }) => provider === 'openai' || provider === 'openrouter',
  );
  return isUsed ? [hostOf(imageAccess().baseUrl)] : [];
}

/** What a provider's models can do by default, unless the settings say otherwise. */
function describe(setting: ImageModelSetting, fallback: ProviderName): ConfiguredImageModel {
  const provider = setting.provider ?? fallback;
  return {
    id: setting.id,
    provider,
    label: setting.label ?? setting.id.split('/').at(-1) ?? setting.id,
    tokens: setting.tokens,
    sizes: setting.sizes ?? SIZES,
    negativePrompt: setting.negativePrompt ?? false,
    seed: setting.seed ?? provider === 'replicate',
    reference: setting.reference ?? provider === 'openai',
    count: setting.count ?? 4,
  };
}

function hostOf(address: string): string {
  return new URL(address).host;
}
