import { client, RequestRefused } from '~/http/client';

import type { Component, ComponentKind, ComponentValues } from '../components/component';
import type { ProfilesApi } from './routes/profiles';

const api = client<ProfilesApi>();

/** Browsers carry at most 64 KB beyond the end of a page. */
const MAX_CARRIED = 15_000;

/** Saves what was written in a component; `saved` false: it was changed meanwhile, and is now this. */
export async function requestSave(
  profileId: string,
  kind: ComponentKind,
  save: { componentId: string | null; version: number; values: ComponentValues },
  leaving: boolean,
): Promise<{ saved: boolean; component: Component }> {
  try {
    const { component } = await api.post('/api/profiles/:id/components/:kind', {
      params: { id: profileId, kind },
      body: save,
      keepalive: leaving && JSON.stringify(save).length <= MAX_CARRIED,
    });
    return { saved: true, component };
  } catch (error) {
    if (!(error instanceof RequestRefused) || !isCollision(error)) throw error;
    return { saved: false, component: error.body.component };
  }
}

function isCollision(
  refused: RequestRefused,
): refused is RequestRefused & { body: { component: Component } } {
  const { status, body } = refused;
  return status === 409 && typeof body === 'object' && body !== null && 'component' in body;
}
