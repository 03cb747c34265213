import { type FormEvent, useEffect, useState } from 'react';

import { showFailure } from '~/features/accounts';
import { refusalText } from '~/http/client';
import { Button } from '~/ui/button';
import { DialogWindow } from '~/ui/overlays/dialog-window';
import { Field } from '~/ui/forms/field';
import { FormError } from '~/ui/feedback/notice';
import { Spinner } from '~/ui/feedback/progress';

import { formatById } from '../../../formats/formats';
import { type ContentFolder, MAX_TITLE } from '../../../library/content/content';
import { PlacePicker } from '../../../library/folders/place-picker';
import { requestOverview } from '../../../library/saved-requests';
import type { VariantView } from '../../briefs/brief';
import { briefTexts } from '../../texts';
import { saveVariants } from '../save-variants';

interface SaveVariantWindowProps {
  variant: VariantView;
  /** The suggested title. */
  title: string;
  onSaved: () => void;
  onClose: () => void;
}

/** Asks for a title and a folder to save a variant as content. */
export function SaveVariantWindow({ variant, title, onSaved, onClose }: SaveVariantWindowProps) {
  const [folders, setFolders] = useState<ContentFolder[]>();

  useEffect(() => {
    let current = true;
    requestOverview().then(
      (overview) => current && setFolders(overview.folders),
      (error: unknown) => {
        if (!current) return;
        showFailure(error, briefTexts.foldersFailed);
        onClose();
      },
    );
    return () => {
      current = false;
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- asked once for each opening
  }, []);

  return (
    <DialogWindow open onOpenChange={(open) => open || onClose()} title="Save as content">
      {folders ? (
        <SaveForm
          variant={variant}
          title={title}
          folders={folders}
          onSaved={() => {
            onSaved();
            onClose();
          }}
          onClose={onClose}
        />
      ) : (
        <div className="grid h-40 place-items-center">
          <Spinner />
        </div>
      )}
    </DialogWindow>
  );
}

function SaveForm({
  variant,
  title: suggested,
  folders,
  onSaved,
  onClose,
}: SaveVariantWindowProps & { folders: ContentFolder[] }) {
  const [title, setTitle] = useState(suggested);
  const [folderId, setFolderId] = useState<string | null>(null);
  const [titleMissing, setTitleMissing] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const category = formatById(variant.formatId)?.category ?? 'social';

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (pending) return;
    setTitleMissing(title.trim() === '');
    if (title.trim() === '') return;
    setPending(true);
    setError(null);
    try {
      await saveVariants([{ id: variant.id, title, folderId }]);
      onSaved();
    } catch (failure) {
      setError(refusalText(failure, briefTexts.saveFailed));
      setPending(false);
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="space-y-4">
      <Field
        label="Title"
        value={title}
        maxLength={MAX_TITLE}
        autoComplete="off"
        errors={titleMissing ? [briefTexts.titleMissing] : undefined}
        onChange={(event) => setTitle(event.target.value)}
      />
      <PlacePicker
        label="Save in"
        within={category}
        place={{ category, folderId }}
        folders={folders}
        onChange={(place) => setFolderId(place.folderId)}
      />
      <FormError>{error}</FormError>
      <div className="flex flex-wrap justify-end gap-2 pt-2">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" pending={pending}>
          Save
        </Button>
      </div>
    </form>
  );
}
