import type { ImageModelSetting } from '../../settings/json-settings';
import { imageSettings } from '../../settings/providers.server';
import type { ProviderName } from './images';

const OPENROUTER_HOST = 'openrouter.ai';
const SIZES = ['1024x1024', '1536x1024', '1024x1536'] as const;

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

/** The models that make images, the default first; the demo's where nothing is set up. */
export function configuredImageModels(): ConfiguredImageModel[] {
  const settings = imageSettings();
  if (!settings) return [DEMO_MODEL];
  const fallback = hostOf(settings.baseUrl) === OPENROUTER_HOST ? 'openrouter' : 'openai';
  return settings.models.map((model) => describe(model, fallback));
}

/** Hosts of the image services, without Replicate's, which `replicateHost` has. */
export function imageHosts(): string[] {
  const settings = imageSettings();
  const isUsed = settings?.models.some(({ provider }) => provider !== 'replicate') ?? false;
  return settings && isUsed ? [hostOf(settings.baseUrl)] : [];
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
