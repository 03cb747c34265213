import { useEffect, useState } from 'react';

import { showFailure } from '~/features/accounts';
import { DialogWindow } from '~/ui/overlays/dialog-window';
import { SkeletonList } from '~/ui/feedback/skeleton';

import { PlacePicker } from '../../folders/place-picker';
import { requestOverview, requestSaving } from '../../saved-requests';
import { libraryTexts } from '../../texts';
import { type ContentFolder, type ContentPlace, titleFromText } from '../content';
import { showSaved } from '../show-saved';
import { SaveForm } from './save-form';

interface SaveContentWindowProps {
  /** The generation of the text. */
  id: string;
  text: () => Promise<string>;
  onClose: () => void;
}

interface Beginning {
  content: string;
  folders: ContentFolder[];
}

/** Asks for a title and a place, and saves a text there. */
export function SaveContentWindow({ id, text, onClose }: SaveContentWindowProps) {
  const [beginning, setBeginning] = useState<Beginning>();

  useEffect(() => {
    let current = true;
    Promise.all([text(), requestOverview()]).then(
      ([content, { folders }]) => current && setBeginning({ content, folders }),
      (error: unknown) => {
        if (!current) return;
        showFailure(error, libraryTexts.textFailed);
        onClose();
      },
    );
    return () => {
      current = false;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- asked once for each opening
  }, []);

  return (
    <DialogWindow open onOpenChange={(open) => open || onClose()} title="Save as content">
      {beginning ? (
        <NewContentForm id={id} {...beginning} onClose={onClose} />
      ) : (
        <SkeletonList label="Loading…" count={2} shape="h-11" className="space-y-8 py-4" />
      )}
    </DialogWindow>
  );
}

function NewContentForm({
  id,
  content,
  folders,
  onClose,
}: Beginning & Omit<SaveContentWindowProps, 'text'>) {
  const [suggested] = useState(() => titleFromText(content));
  const [place, setPlace] = useState<ContentPlace>({ category: 'social', folderId: null });
  return (
    <SaveForm
      title={suggested}
      place={<PlacePicker label="Save in" place={place} folders={folders} onChange={setPlace} />}
      save={async (title) =>
        showSaved([await requestSaving({ ...place, title, content, generationId: id })])
      }
      onClose={onClose}
    />
  );
}
