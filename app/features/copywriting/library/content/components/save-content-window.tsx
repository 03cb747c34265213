import { type FormEvent, useEffect, useState } from 'react';

import { showFailure } from '~/features/accounts';
import { Button } from '~/ui/button';
import { DialogWindow } from '~/ui/overlays/dialog-window';
import { Field } from '~/ui/forms/field';
import { FormError } from '~/ui/feedback/notice';
import { Spinner } from '~/ui/feedback/progress';

import { PlacePicker } from '../../folders/place-picker';
import { reasonOf, requestOverview, requestSaving } from '../../saved-requests';
import { libraryTexts } from '../../texts';
import { type ContentFolder, type ContentPlace, MAX_TITLE, titleFromText } from '../content';
import { showSaved } from '../show-saved';

interface SaveContentWindowProps {
  text: () => Promise<string>;
  onClose: () => void;
}

interface Beginning {
  content: string;
  folders: ContentFolder[];
}

/** Asks for a title and a place, and saves a text there. */
export function SaveContentWindow({ text, onClose }: SaveContentWindowProps) {
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
    // eslint-disable-next-line react-hooks/exhaustive-deps -- asked once for each opening
  }, []);

  return (
    <DialogWindow open onOpenChange={(open) => open || onClose()} title="Save as content">
      {beginning ? (
        <SaveForm {...beginning} onClose={onClose} />
      ) : (
        <div className="grid h-40 place-items-center">
          <Spinner />
        </div>
      )}
    </DialogWindow>
  );
}

function SaveForm({ content, folders, onClose }: Beginning & { onClose: () => void }) {
  const [title, setTitle] = useState(() => titleFromText(content));
  const [place, setPlace] = useState<ContentPlace>({ category: 'social', folderId: null });
  const [titleMissing, setTitleMissing] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [pending, setPending] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (pending) return;
    setTitleMissing(title.trim() === '');
    if (title.trim() === '') return;
    setPending(true);
    setError(null);
    try {
      showSaved([await requestSaving({ ...place, title, content })]);
      onClose();
    } catch (failure) {
      setError(reasonOf(failure, libraryTexts.saveFailed));
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
        errors={titleMissing ? [libraryTexts.titleMissing] : undefined}
        onChange={(event) => setTitle(event.target.value)}
      />
      <PlacePicker label="Save in" place={place} folders={folders} onChange={setPlace} />
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
