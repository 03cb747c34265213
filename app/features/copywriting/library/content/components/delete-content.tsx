import { useNavigate } from '@remix-run/react';
import { useState } from 'react';

import { showFailure } from '~/features/accounts';
import { ConfirmDialog } from '~/ui/overlays/confirm-dialog';
import { toastSuccess } from '~/ui/feedback/toast';

import { requestDeletion, requestRestoration } from '../../saved-requests';
import { libraryTexts } from '../../texts';
import { addressOf, type ContentItem } from '../content';

interface DeleteContentProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  item: Pick<ContentItem, 'id' | 'title' | 'category'>;
  /** Whether the content's page is open, which is left when it is deleted. */
  current: boolean;
}

/** Asks, deletes, and offers to undo. */
export function DeleteContent({ open, onOpenChange, item, current }: DeleteContentProps) {
  const navigate = useNavigate();
  const [pending, setPending] = useState(false);

  async function remove() {
    setPending(true);
    try {
      await requestDeletion(item.id);
    } catch (error) {
      showFailure(error, libraryTexts.deleteFailed);
      return;
    } finally {
      setPending(false);
      onOpenChange(false);
    }
    toastSuccess(libraryTexts.deleted, { label: 'Undo', run: () => void restore() });
    if (current) navigate('/copy-wizard', { replace: true });
  }

  async function restore() {
    try {
      const restored = await requestRestoration(item.id);
      if (current) navigate(addressOf(restored));
    } catch (error) {
      showFailure(error, libraryTexts.restoreFailed);
    }
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Delete this content?"
      text={`This deletes “${item.title}” and all its versions.`}
      confirmLabel="Delete"
      danger
      pending={pending}
      onConfirm={() => void remove()}
    />
  );
}
