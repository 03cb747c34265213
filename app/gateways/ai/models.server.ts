import { chatModels } from '../../settings/providers.server';

export interface Model {
  id: string;
  /** The cost of one of its tokens in our tokens. */
  weight: number;
  /** It takes how hard it is to think. */
  effort: boolean;
}

/** The model that answers unless another is requested. */
export function defaultModel(): string {
  return chatModels().model;
}

/** The models that a person may choose, the default one first. */
export function models(): Model[] {
  const { model, weights, efforts } = chatModels();
  const others = [...weights.keys()].filter((id) => id !== model);
  return [model, ...others].map((id) => ({
    id,
    weight: weights.get(id) ?? 1,
    effort: efforts.includes(id),
  }));
}

/** 1 for a model that isn't in the settings. */
export function weightOf(model: string): number {
  return chatModels().weights.get(model) ?? 1;
}

/** How many tokens it reads and writes at most in one request; null if the settings don't say. */
export function contextOf(model: string): number | null {
  return chatModels().contexts.get(model) ?? null;
}

/** True if it uses tools, by the settings. */
export function takesTools(model: string): boolean {
  return chatModels().tools.includes(model);
}

/** Families of vision models, as providers name them. */
const SEEING =
  /(?:^|\/)(?:gpt-4o|gpt-4\.1|gpt-4-turbo|gpt-[5-9]|chatgpt-4o|o[134](?:$|-(?!mini))|o4-mini|claude-|gemini-|gemma-?3|pixtral|grok-[4-9]|llama-?3\.2-(?:11|90)b|llama-?4|qwen[\d.]*-?vl|llava|mistral-(?:small-3|medium-3|large-3))/i;

/** Whether the name is that of a family of vision models. */
export function isKnownToSee(model: string): boolean {
  return SEEING.test(model);
}

/** True if the model accepts images: its family is known to, or the settings say so. */
export function hasVision(model: string): boolean {
  return isKnownToSee(model) || chatModels().vision.includes(model);
}
