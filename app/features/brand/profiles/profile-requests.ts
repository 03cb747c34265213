
import { requestJson, RequestRefused, sendJson } from '~/http/client';

import type { Component, ComponentKind, ComponentValues } from '../components/component';
import type { Deletion } from './deletion';
import type { ProfileList } from './profile';

// What the browser asks of the server about profiles. Each rejects when it was not done.

export async function requestProfiles(): Promise<ProfileList> {
  return (await requestJson('/api/profiles')) as ProfileList;
}

export async function requestNewProfile(name: string): Promise<string> {
  return ((await sendJson('POST', '/api/profiles', { name })) as { id: string }).id;
}

export async function requestSelection(profileId: string | null): Promise<void> {
  await sendJson('POST', '/api/profiles/selection', { profileId });
}

export async function requestRename(id: string, name: string, version: number): Promise<void> {
  await sendJson('PATCH', `/api/profiles/${id}`, { name, version });
}

export async function requestComponent(
  id: string,
  change: { kind: ComponentKind; choice: { use: string } | 'own-copy' | 'none'; version: number },
): Promise<void> {
  await sendJson('PATCH', `/api/profiles/${id}`, change);
}

export async function requestDuplicate(id: string, components: 'copy' | 'share'): Promise<string> {
  const path = `/api/profiles/${id}/duplicate`;
  return ((await sendJson('POST', path, { components })) as { id: string }).id;
}

export async function requestDeletion(id: string): Promise<void> {
  await sendJson('DELETE', `/api/profiles/${id}`);
}

/** What deleting it would do. */
export async function requestDeletionEffects(id: string): Promise<Deletion> {
  return (await requestJson(`/api/profiles/${id}/deletion`)) as Deletion;
}

/** What a model is told about the brand; null: nothing is filled in. */
export async function requestGrounding(id: string): Promise<string | null> {
  return ((await requestJson(`/api/profiles/${id}/grounding`)) as { text: string | null }).text;
}

/** Browsers carry at most 64 KB beyond the end of a page. */
const MAX_CARRIED = 15_000;

export async function requestSave(
  profileId: string,
  kind: ComponentKind,
  save: { componentId: string | null; version: number; values: ComponentValues },
  leaving: boolean,
): Promise<{ saved: boolean; component: Component }> {
  const body = JSON.stringify(save);
  try {
    const { component } = (await requestJson(`/api/profiles/${profileId}/components/${kind}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
      keepalive: leaving && body.length <= MAX_CARRIED,
    })) as { component: Component };
    return { saved: true, component };
  } catch (error) {
    if (!(error instanceof RequestRefused) || error.status !== 409) throw error;
    return { saved: false, component: (error.body as { component: Component }).component };
  }
}

/** The server's own words about a refusal, if it gave any. */
export function refusalText(error: unknown): string | null {
  if (!(error instanceof RequestRefused)) return null;
  const { error: text } = (error.body ?? {}) as { error?: unknown };
  return typeof text === 'string' ? text : null;
}
