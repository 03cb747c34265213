
import { requestJson, requestResponse, sendJson } from '~/http/client';

import type { JobView, LoraDetails, LoraList, LoraView } from '../media';

// What the browser asks of the server about trainings. Each rejects when it was not done.

const ROOT = '/api/media/loras';

export async function requestLoras(): Promise<LoraList> {
  return (await requestJson(ROOT)) as LoraList;
}

export async function requestLora(id: string): Promise<LoraDetails> {
  return (await requestJson(`${ROOT}/${id}`)) as LoraDetails;
}

/** `clientKey`: asked twice with the same one, it is made once. */
export async function requestNewLora(name: string, clientKey: string): Promise<LoraDetails> {
  return (await sendJson('POST', ROOT, { clientKey, name })) as LoraDetails;
}

export type LoraSettings = Partial<Pick<LoraView, 'name' | 'triggerWord' | 'steps' | 'rank'>>;

export async function requestSettings(id: string, settings: LoraSettings): Promise<void> {
  await sendJson('PATCH', `${ROOT}/${id}`, settings);
}

export async function requestLoraDeletion(id: string): Promise<void> {
  await requestResponse(`${ROOT}/${id}`, { method: 'DELETE' });
}

export async function requestCaption(
  loraId: string,
  imageId: string,
  caption: string,
): Promise<void> {
  await sendJson('PATCH', `${ROOT}/${loraId}/images/${imageId}`, { caption });
}

/** What a model that sees says of the picture. */
export async function requestSuggestion(
  loraId: string,
  imageId: string,
  signal?: AbortSignal,
): Promise<string> {
  const address = `${ROOT}/${loraId}/images/${imageId}/caption`;
  const answer = await requestJson(address, { method: 'POST', signal });
  return (answer as { caption: string }).caption;
}

export async function requestPictureDeletion(loraId: string, imageId: string): Promise<void> {
  await requestResponse(`${ROOT}/${loraId}/images/${imageId}`, { method: 'DELETE' });
}

export async function requestTraining(id: string, clientKey: string): Promise<JobView> {
  const body = { clientKey, rightsConfirmed: true };
  return (await sendJson('POST', `${ROOT}/${id}/train`, body)) as JobView;
}

export function uploadAddress(loraId: string): string {
  return `${ROOT}/${loraId}/images`;
}

export function weightsAddress(loraId: string): string {
  return `${ROOT}/${loraId}/weights`;
}
