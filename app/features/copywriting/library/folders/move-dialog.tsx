import { useState } from 'react';

import { Button } from '~/ui/button';
import { Dialog } from '~/ui/overlays/dialog';
import { FormError } from '~/ui/feedback/notice';
import { toastSuccess } from '~/ui/feedback/toast';

import {
  type ContentFolder,
  type ContentItem,
  type ContentPlace,
  placeKey,
} from '../content/content';
import { reasonOf, requestMove } from '../saved-requests';
import { libraryTexts } from '../texts';
import { PlacePicker } from './place-picker';

interface MoveDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  item: ContentPlace & { id: string; title: string };
  folders: ContentFolder[];
  onMoved?: (item: ContentItem) => void;
}

/** Moves a content to another category or folder. */
export function MoveDialog({ open, onOpenChange, item, folders, onMoved }: MoveDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Move content"
      description={`“${item.title}” keeps its text and versions.`}
    >
      {open && (
        <MoveForm
          item={item}
          folders={folders}
          onMoved={onMoved}
          onClose={() => onOpenChange(false)}
        />
      )}
    </Dialog>
  );
}

function MoveForm({
  item,
  folders,
  onMoved,
  onClose,
}: Pick<MoveDialogProps, 'item' | 'folders' | 'onMoved'> & { onClose: () => void }) {
  const { category, folderId } = item;
  const [place, setPlace] = useState<ContentPlace>({ category, folderId });
  const [error, setError] = useState<string | null>(null);
  const [pending, setPending] = useState(false);

  async function move() {
    if (placeKey(place) === placeKey(item)) return onClose();
    setPending(true);
    setError(null);
    try {
      const moved = await requestMove(item.id, place);
      toastSuccess(libraryTexts.moved);
      onClose();
      onMoved?.(moved);
    } catch (failure) {
      setError(reasonOf(failure, libraryTexts.moveFailed));
      setPending(false);
    }
  }

  return (
    <div className="space-y-4">
      <PlacePicker label="Move to" place={place} folders={folders} onChange={setPlace} />
      <FormError>{error}</FormError>
      <div className="flex flex-wrap justify-end gap-2 pt-2">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button pending={pending} onClick={() => void move()}>
          Move
        </Button>
      </div>
    </div>
  );
}
