import { fieldsOf } from '../../lib/json';
import { isContext } from '../../settings/values';

/** A model that a provider lists. */
export interface ListedModel {
  id: string;
  /** Reads images; undefined if the provider doesn't say. */
  vision?: boolean;
  /** How many tokens it reads and writes at most; undefined if the provider doesn't say. */
  context?: number;
  /** Takes how hard it is to think; undefined if the provider doesn't say. */
  effort?: boolean;
  /** Uses tools; undefined if the provider doesn't say. */
  tools?: boolean;
}

/** More than any provider has; what comes after them can be typed. */
const MAX_LISTED = 3_000;
const MAX_ID = 200;

/**
 * The models in a provider's answer, in order of their names: OpenAI's form (`data`), Ollama's own (`models`), or a list
 * alone. What isn't a name is left out.
 */
export function readModelList(answer: unknown): ListedModel[] {
  const { data, models } = fieldsOf(answer);
  const list = [answer, data, models].find((value) => Array.isArray(value)) ?? [];
  const found = new Map<string, ListedModel>();
  for (const entry of list as unknown[]) {
    const model = modelOf(entry);
    if (model) found.set(model.id, model);
    if (found.size === MAX_LISTED) break;
  }
  return [...found.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function modelOf(entry: unknown): ListedModel | null {
  const { id, name, model, architecture, ...rest } = fieldsOf(entry);
  const { context_length: context, supported_parameters: parameters } = rest;
  const named = [id, model, name, entry].find((value) => typeof value === 'string') as
    string | undefined;
  if (named === undefined || named === '' || named.length > MAX_ID || /\p{Cc}/u.test(named)) {
    return null;
  }
  const { input_modalities: inputs } = fieldsOf(architecture);
  return {
    id: named,
    ...(Array.isArray(inputs) && { vision: inputs.includes('image') }),
    ...(isContext(context) && { context }),
    ...(Array.isArray(parameters) && {
      effort: parameters.includes('reasoning'),
      tools: parameters.includes('tools'),
    }),
  };
}
