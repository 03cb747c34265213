
import { requestJson, sendJson } from '~/http/client';

import type { Prompt, PromptList } from './prompt';

// What the browser asks of the server about prompts. Each rejects when it was not done.

export async function requestPrompts(): Promise<PromptList> {
  return (await requestJson('/api/prompts')) as PromptList;
}

export async function requestPrompt(id: string): Promise<Prompt> {
  return ((await requestJson(`/api/prompts/${id}`)) as { prompt: Prompt }).prompt;
}

export async function requestNewPrompt(written: Pick<Prompt, 'name' | 'text'>): Promise<void> {
  await sendJson('POST', '/api/prompts', written);
}

export async function requestPromptChange({ id, ...written }: Prompt): Promise<void> {
  await sendJson('PATCH', `/api/prompts/${id}`, written);
}

/** Answers with what was deleted. */
export async function requestDeletion(id: string): Promise<Prompt> {
  return ((await sendJson('DELETE', `/api/prompts/${id}`)) as { prompt: Prompt }).prompt;
}

export async function requestStarters(change: { hide: string } | { showAll: true }): Promise<void> {
  await sendJson('POST', '/api/prompts/starters', change);
}
