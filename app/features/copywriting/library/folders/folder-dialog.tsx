import { type FormEvent, useId, useState } from 'react';

import { FormButtons } from '~/ui/forms/form-buttons';
import { Dialog } from '~/ui/overlays/dialog';
import { Field } from '~/ui/forms/field';

import type { Category } from '../../formats/categories';
import { type ContentFolder, MAX_FOLDER_NAME } from '../content/content';
import { reasonOf, requestFolderRename, requestNewFolder } from '../saved-requests';
import { libraryTexts } from '../texts';

interface FolderDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  category: Category;
  /** Null for a new folder. */
  folder: ContentFolder | null;
}

/** Asks for the name of a new folder, or for a new name. */
export function FolderDialog({ open, onOpenChange, category, folder }: FolderDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={folder ? 'Rename folder' : `New folder in ${category.name}`}
    >
      {/* Mounted each time the dialog opens. */}
      {open && <NameForm category={category} folder={folder} onClose={() => onOpenChange(false)} />}
    </Dialog>
  );
}

function NameForm({
  category,
  folder,
  onClose,
}: {
  category: Category;
  folder: ContentFolder | null;
  onClose: () => void;
}) {
  const id = useId();
  const [name, setName] = useState(folder?.name ?? '');
  const [error, setError] = useState<string | null>(null);
  const [pending, setPending] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (pending) return;
    if (name.trim() === '') return setError(libraryTexts.nameMissing);
    setPending(true);
    setError(null);
    try {
      await (folder ? requestFolderRename(folder.id, name) : requestNewFolder(category.id, name));
      onClose();
    } catch (failure) {
      setError(reasonOf(failure, libraryTexts.folderFailed));
      setPending(false);
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="space-y-6">
      <Field
        id={id}
        label="Folder name"
        value={name}
        maxLength={MAX_FOLDER_NAME}
        autoComplete="off"
        errors={error === null ? undefined : [error]}
        onChange={(event) => setName(event.target.value)}
      />
      <FormButtons
        label={folder ? 'Rename' : 'Create folder'}
        pending={pending}
        onCancel={onClose}
      />
    </form>
  );
}
