import { useEffect, useState } from 'react';

import { showFailure } from '~/features/accounts';
import { client, refusalText } from '~/http/client';
import { ConfirmDialog } from '~/ui/overlays/confirm-dialog';
import { toastSuccess } from '~/ui/feedback/toast';

import { profilesTexts } from '../../texts';
import { type Deletion, deletionText } from '../profile';
import type { ProfilesApi } from '../routes/profiles';
import type { ProfileDialogProps } from './rename-profile';

const api = client<ProfilesApi>();

/** Asks once it is known what follows from a yes. */
export function DeleteProfile({
  profile,
  open,
  onOpenChange,
  onDone,
}: ProfileDialogProps & { onDone: () => void }) {
  const [effects, setEffects] = useState<Deletion | null>(null);
  const [pending, setPending] = useState(false);

  function close() {
    setEffects(null);
    onOpenChange(false);
  }

  useEffect(() => {
    if (!open) return;
    let current = true;
    api.get('/api/profiles/:id/deletion', { params: { id: profile.id } }).then(
      (found) => current && setEffects(found),
      (error: unknown) => {
        if (!current) return;
        showFailure(error, refusalText(error, profilesTexts.deleteFailed));
        onOpenChange(false);
      },
    );
    return () => {
      current = false;
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- asked once for each opening
  }, [open, profile.id]);

  async function remove() {
    setPending(true);
    try {
      await api.del('/api/profiles/:id', { params: { id: profile.id } });
      close();
      toastSuccess('Profile deleted');
      onDone();
    } catch (error) {
      showFailure(error, refusalText(error, profilesTexts.deleteFailed));
    } finally {
      setPending(false);
    }
  }

  return (
    <ConfirmDialog
      open={open && effects !== null}
      onOpenChange={close}
      title={`Delete “${profile.name}”?`}
      text={effects ? deletionText(effects) : undefined}
      confirmLabel="Delete"
      danger
      pending={pending}
      onConfirm={() => void remove()}
    />
  );
}
