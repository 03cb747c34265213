import { env } from '../../settings/env.server';
import { replicateSettings } from '../../settings/providers.server';

export interface TrainingModel {
  /** `owner/name` or `owner/name:version`. */
  id: string;
  label: string;
  tokens: number;
  tokensPerStep: number;
  tokensPerSecond: number | null;
  pictureTokens: number;
}

const DEFAULT: TrainingModel = {
  id: 'ostris/flux-dev-lora-trainer',
  label: 'FLUX LoRA',
  tokens: 20_000,
  tokensPerStep: 120,
  tokensPerSecond: null,
  pictureTokens: 2_000,
};

/** The model that trains LoRAs; null if no provider is set up. */
export function trainingModel(): TrainingModel | null {
  if (!replicateSettings()) return null;
  const setting = env().MEDIA_MODELS?.find((one) => one.kind === 'training');
  if (!setting) return DEFAULT;
  const { id, label, tokens, tokensPerStep, tokensPerSecond = null, pictureTokens } = setting;
  return {
    id,
    label: label ?? id.split('/').at(-1) ?? id,
    tokens,
    tokensPerStep,
    tokensPerSecond,
    pictureTokens,
  };
}
