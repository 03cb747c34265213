import { useState } from 'react';

import { toastSuccess } from '~/ui/feedback/toast';
import { useReload } from '~/ui/use-reload';
import { client, refusalText } from '~/http/client';
import { showFailure } from '~/features/accounts/sessions/show-failure';

import type { AccountApi } from '../settings/routes/account';
import { accountTexts } from '../settings/texts';

const api = client<AccountApi>();

/** Takes a request for deletion back. */
export function useCancelDeletion(): { pending: boolean; cancel: () => void } {
  const [pending, setPending] = useState(false);
  const reload = useReload();

  async function cancel(): Promise<void> {
    setPending(true);
    try {
      await api.del('/api/account/deletion');
      toastSuccess(accountTexts.cancelled);
    } catch (error) {
      showFailure(error, refusalText(error, accountTexts.cancelFailed));
    } finally {
      setPending(false);
      // Also where it was cancelled elsewhere: it is then shown no longer.
      reload();
    }
  }

  return { pending, cancel: () => void cancel() };
}
