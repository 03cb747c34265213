import { env } from '../../lib/env.server';

export interface Model {
  id: string;
  /** What one token of it costs in tokens of ours. */
  weight: number;
}

/** The model that answers unless another is asked for. */
export function defaultModel(): string {
  return env().AI_MODEL;
}

/** The models a person may choose, the default one first. */
export function models(): Model[] {
  const weights = env().AI_MODELS ?? new Map<string, number>();
  const others = [...weights.keys()].filter((id) => id !== defaultModel());
  return [defaultModel(), ...others].map((id) => ({ id, weight: weightOf(id) }));
}

/** 1 for a model that the configuration does not name. */
export function weightOf(model: string): number {
  return env().AI_MODELS?.get(model) ?? 1;
}
