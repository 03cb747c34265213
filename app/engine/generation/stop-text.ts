import { client } from '~/http/client';

import type { GenerationsApi } from './routes/generations';

const api = client<GenerationsApi>();

/** Asks the server to stop; the end then comes the way the text comes. */
export async function stop(id: string): Promise<void> {
  await api.post('/api/generations/:id/stop', { params: { id } });
}
