import { showFailure } from '~/features/accounts';
import { client } from '~/http/client';

import { promptTexts } from './texts';
import type { PromptsApi } from './routes/prompts';

const api = client<PromptsApi>();

/** Hides a starter for good. False: it could not be done, and the person was told. */
export async function hideStarter(id: string): Promise<boolean> {
  try {
    await api.post('/api/prompts/starters', { body: { hide: id } });
    return true;
  } catch (error) {
    showFailure(error, promptTexts.hideFailed);
    return false;
  }
}
