import { env } from '../../settings/env.server';

export interface Model {
  id: string;
  /** The cost of one of its tokens in our tokens. */
  weight: number;
}

/** The model that answers unless another is requested. */
export function defaultModel(): string {
  return env().AI_MODEL;
}

/** The models that a person may choose, the default one first. */
export function models(): Model[] {
  const weights = env().AI_MODELS ?? new Map<string, number>();
  const others = [...weights.keys()].filter((id) => id !== defaultModel());
  return [defaultModel(), ...others].map((id) => ({ id, weight: weightOf(id) }));
}

/** 1 for a model that isn't in the settings. */
export function weightOf(model: string): number {
  return env().AI_MODELS?.get(model) ?? 1;
}

/** Families of vision models, as providers name them. */
const SEEING =
  /(?:^|\/)(?:gpt-4o|gpt-4\.1|gpt-4-turbo|gpt-[5-9]|chatgpt-4o|o[134](?:$|-(?!mini))|o4-mini|claude-|gemini-|gemma-?3|pixtral|grok-[4-9]|llama-?3\.2-(?:11|90)b|llama-?4|qwen[\d.]*-?vl|llava|mistral-(?:small-3|medium-3|large-3))/i;

/** True if the model accepts images: its family is known to, or the operator says so. */
export function hasVision(model: string): boolean {
  return SEEING.test(model) || (env().AI_VISION_MODELS ?? []).includes(model);
}
