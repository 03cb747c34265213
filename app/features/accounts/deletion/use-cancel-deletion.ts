import { useState } from 'react';

import { toastSuccess } from '~/ui/feedback/toast';
import { useReload } from '~/ui/use-reload';
import { client, refusalText } from '~/http/client';

import { showFailure } from '../sessions/session-end';
import type { AccountApi } from '../settings/routes/account';
import { accountTexts } from '../settings/texts';

const api = client<AccountApi>();

/** Withdraws a request for deletion. */
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
      // Even after a failure: if it was canceled elsewhere, it disappears here too.
      reload();
    }
  }

  return { pending, cancel: () => void cancel() };
}
