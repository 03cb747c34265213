
import { sendJson } from '~/http/client';

import type { DraftMaterial } from './draft';

const path = (profileId: string) => `/api/profiles/${profileId}/draft`;

/** Asks for a proposal; the same key asks for the same one. Resolves with its id. */
export async function requestProposal(
  profileId: string,
  { about, samples }: DraftMaterial,
  clientKey: string,
): Promise<string> {
  const body = { about, samples, clientKey };
  return ((await sendJson('POST', path(profileId), body)) as { id: string }).id;
}

export async function requestContinuation(profileId: string, id: string): Promise<void> {
  await sendJson('POST', path(profileId), { continues: id });
}
