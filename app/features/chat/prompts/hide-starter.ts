import { showFailure } from '~/features/accounts';

import { promptTexts } from './texts';
import { requestStarters } from './prompt-requests';

/** Hides a starter for good. False: it could not be done, and the person was told. */
export async function hideStarter(id: string): Promise<boolean> {
  try {
    await requestStarters({ hide: id });
    return true;
  } catch (error) {
    showFailure(error, promptTexts.hideFailed);
    return false;
  }
}
