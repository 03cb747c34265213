import type { Access } from '../../settings/providers.server';
import { askForJson } from './ask-provider.server';
import { readModelList, type ListedModel } from './model-list';
import { ProviderError } from './provider-error';

export type { ListedModel } from './model-list';

/**
 * The models that a server lists at `/models`, or as an Ollama does for itself; empty if it has no list.
 * @throws ProviderError
 */
export async function listModels(
  { source, baseUrl, apiKey }: Access,
  signal: AbortSignal,
): Promise<ListedModel[]> {
  const question = { source, key: apiKey, signal };
  const answer = await askForJson(`${baseUrl.replace(/\/$/, '')}/models`, question);
  if (answer !== 'unknown') return readModelList(answer);
  try {
    const own = await askForJson(new URL('/api/tags', baseUrl).href, question);
    return own === 'unknown' ? [] : readModelList(own);
  } catch (error) {
    // It answered before, so it's there, and only has no list.
    if (error instanceof ProviderError) return [];
    throw error;
  }
}
