import { Trash2 } from 'lucide-react';

import { Banner } from '~/ui/banner';
import { Button } from '~/ui/button';

import type { DeletionView } from '../deletion/deletion';
import { accountMessages } from '../messages';
import { useCancelDeletion } from '../use-cancel-deletion';

/** Says that the account will be deleted, and lets one take it back. */
export function DeletionNotice({ deletion }: { deletion: DeletionView }) {
  const { pending, cancel } = useCancelDeletion();
  return (
    <Banner
      label="Account deletion"
      icon={Trash2}
      action={
        <Button variant="secondary" size="sm" pending={pending} onClick={cancel}>
          Cancel deletion
        </Button>
      }
    >
      {accountMessages.banner(deletion.dueOn)}
    </Banner>
  );
}
