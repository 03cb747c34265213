import { showFailure } from '~/features/accounts';
import { RenameDialog } from '~/ui/overlays/rename-dialog';
import { toastSuccess } from '~/ui/feedback/toast';
import { client, refusalText, RequestRefused } from '~/http/client';

import { MAX_NAME } from '../../components/component';
import { profilesTexts } from '../../texts';
import type { ProfilesApi } from '../routes/profiles';

const api = client<ProfilesApi>();

export interface ProfileDialogProps {
  profile: { id: string; name: string; version: number };
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function RenameProfile({
  profile,
  open,
  onOpenChange,
  onDone,
}: ProfileDialogProps & { onDone: () => void }) {
  return (
    <RenameDialog
      title="Rename profile"
      name={profile.name}
      most={MAX_NAME}
      missing={profilesTexts.nameMissing}
      open={open}
      onOpenChange={onOpenChange}
      rename={async (name) => {
        try {
          await api.patch('/api/profiles/:id', {
            params: { id: profile.id },
            body: { name, version: profile.version },
          });
        } catch (failure) {
          // What was typed stays; beside it stands the name that someone else has given it.
          if (failure instanceof RequestRefused && failure.status === 409) onDone();
          const problem = refusalText(failure, '');
          if (problem === '') showFailure(failure, profilesTexts.renameFailed);
          return { done: false, problem: problem || undefined };
        }
        toastSuccess('Profile renamed');
        onDone();
        return { done: true };
      }}
    />
  );
}
