import type { ListedModel } from '~/gateways/providers/model-list';
import type { ListedVideoModel } from '~/gateways/video/listed-models';
import type { ProviderSettings, Purpose } from '~/settings/stored-providers';

export type { ListedModel, ListedVideoModel, ProviderSettings, Purpose };

/** A variable that sets a provider on the server. */
export interface SetVariable {
  name: string;
  /** Null for a secret. */
  value: string | null;
}

/** What an admin set, without the key. */
export interface StoredView<P extends Purpose> {
  settings: ProviderSettings[P];
  hasKey: boolean;
  /** The key can't be read, because ENCRYPTION_KEY has changed. */
  isLocked: boolean;
}

export interface ProviderView<P extends Purpose> {
  /** How it is set, in one line. */
  summary: string;
  /** The variables that set it on the server, where nothing in the app counts; null if none does. */
  variables: SetVariable[] | null;
  stored: StoredView<P> | null;
}

export type ProvidersView = { [P in Purpose]: ProviderView<P> };

export interface Preset {
  id: string;
  label: string;
  address: string;
  /** Where to get a key; null if it needs none. */
  keyPage: string | null;
  about: string;
}

const OPENAI: Preset = {
  id: 'openai',
  label: 'OpenAI',
  address: 'https://api.openai.com/v1',
  keyPage: 'https://platform.openai.com/api-keys',
  about: 'GPT models, with your own account.',
};
const OPENROUTER: Preset = {
  id: 'openrouter',
  label: 'OpenRouter',
  address: 'https://openrouter.ai/api/v1',
  keyPage: 'https://openrouter.ai/settings/keys',
  about: 'Hundreds of models with one key.',
};
const OLLAMA: Preset = {
  id: 'ollama',
  label: 'Ollama',
  address: 'http://localhost:11434/v1',
  keyPage: null,
  about: 'Models on this machine or in your network.',
};
const OTHER: Preset = {
  id: 'other',
  label: 'Another server',
  address: '',
  keyPage: null,
  about: 'Anything that speaks OpenAI’s API.',
};

export const PRESETS = {
  chat: [OPENAI, OPENROUTER, OLLAMA, OTHER],
  images: [
    { ...OPENAI, about: 'GPT Image, with your own account.' },
    { ...OPENROUTER, about: 'Image models of several makers.' },
    { ...OTHER, about: 'Anything that speaks OpenAI’s images API.' },
  ],
} as const satisfies Partial<Record<Purpose, readonly Preset[]>>;

/** The preset of an address: the one of the same server, else the last. */
export function presetOf(presets: readonly Preset[], address: string): Preset {
  const origin = URL.parse(address)?.origin;
  const found = presets.find((preset) => URL.parse(preset.address)?.origin === origin);
  return (origin !== undefined && found) || presets.at(-1)!;
}

/** Whether a saved key may be used at this address: it never goes to another server than the one it was entered for. */
export function isSameServer(one: string, other: string): boolean {
  const [origin, otherOrigin] = [URL.parse(one)?.origin, URL.parse(other)?.origin];
  return origin !== undefined && origin === otherOrigin;
}

const NO_CHAT =
  /embed|whisper|\btts\b|-tts|dall-e|moderation|transcri|realtime|image|rerank|audio/i;
const IMAGES = /image|dall-e|flux|diffusion|\bsd|seedream|recraft|ideogram/i;

/** The likely models first: some providers list what embeds, transcribes, or draws in the same list. */
export function sortModels(
  purpose: 'chat' | 'images',
  models: readonly ListedModel[],
): ListedModel[] {
  const isLikely = ({ id }: ListedModel) =>
    purpose === 'chat' ? !NO_CHAT.test(id) : IMAGES.test(id);
  return [...models.filter(isLikely), ...models.filter((model) => !isLikely(model))];
}
