import { sendJson } from '~/http/client';

/** Asks the server to stop; the end then comes the way the text comes. */
export async function stop(id: string): Promise<void> {
  await sendJson('POST', `/api/generations/${id}/stop`);
}
