import { FolderMinus, FolderPlus } from 'lucide-react';
import { useId, useState, type FormEvent } from 'react';

import { showFailure } from '~/features/accounts';
import { Button } from '~/ui/button';
import { ConfirmDialog } from '~/ui/overlays/confirm-dialog';
import { client } from '~/http/client';
import { Dialog } from '~/ui/overlays/dialog';
import { Field } from '~/ui/forms/field';
import { Folder as FolderIcon } from '~/ui/display/shared-icons';
import { toastSuccess } from '~/ui/feedback/toast';

import type { ConversationFolder, ConversationItem, FolderChange } from '../../conversation';
import { organizingTexts } from '../../../folders/texts';
import { MAX_FOLDER_NAME } from '../../../texts';
import { move, remove, type Place } from '../../../folders/organize';
import type { FoldersApi } from '../../../folders/routes/folders';
import { displayTitle } from '../../settings/titles';

const api = client<FoldersApi>();

/** The dialog that the list shows. */
export type ListQuestion =
  | { about: 'deletion'; items: ConversationItem[] }
  | { about: 'move'; items: ConversationItem[] }
  | { about: 'folder-name'; folder: ConversationFolder | null }
  | { about: 'folder-deletion'; folder: ConversationFolder };

interface ListDialogsProps {
  question: ListQuestion;
  open: boolean;
  onClose: () => void;
  place: Place;
  folders: ConversationFolder[];
  applyFolder: (change: FolderChange) => void;
  /** These conversations will leave their rows; called once they have. */
  leaving: (items: ConversationItem[]) => () => void;
}

/** The dialogs of the conversation list. Loaded when one is first needed. */
export function ListDialogs({ question, ...rest }: ListDialogsProps) {
  switch (question.about) {
    case 'deletion':
      return <DeletionDialog items={question.items} {...rest} />;
    case 'move':
      return <MoveDialog items={question.items} {...rest} />;
    case 'folder-name':
      return <FolderNameDialog folder={question.folder} {...rest} />;
    case 'folder-deletion':
      return <FolderDeletionDialog folder={question.folder} {...rest} />;
  }
}

type DialogProps = Omit<ListDialogsProps, 'question'>;

function onOpenChangeOf(onClose: () => void) {
  return (open: boolean) => void (open || onClose());
}

function DeletionDialog({
  items,
  open,
  onClose,
  place,
  leaving,
}: DialogProps & { items: ConversationItem[] }) {
  const [pending, setPending] = useState(false);
  const [single] = items;
  const what =
    items.length === 1 && single
      ? `“${displayTitle(single.title)}” and all its messages will be deleted. If it has a public link, that stops working.`
      : `${items.length} conversations and all their messages will be deleted. Their public links stop working.`;

  async function confirm() {
    const left = leaving(items);
    setPending(true);
    const removed = await remove(place, items);
    setPending(false);
    onClose();
    if (removed) left();
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChangeOf(onClose)}
      title={organizingTexts.deleteQuestion}
      text={what}
      confirmLabel="Delete"
      danger
      pending={pending}
      onConfirm={() => void confirm()}
    />
  );
}

const CHOICE =
  'flex min-h-11 w-full items-center gap-3 rounded-md px-3 text-left text-sm hover:bg-hover current-row';

function MoveDialog({
  items,
  open,
  onClose,
  place,
  folders,
  applyFolder,
  leaving,
}: DialogProps & { items: ConversationItem[] }) {
  const [pending, setPending] = useState(false);
  const [single] = items;
  const present = items.every(({ folderId }) => folderId === single?.folderId)
    ? (single?.folderId ?? null)
    : null;
  const what =
    items.length === 1 && single
      ? `Choose a folder for “${displayTitle(single.title)}”.`
      : `Choose a folder for ${items.length} conversations.`;

  async function go(folder: ConversationFolder | null) {
    if (pending) return;
    const left = leaving(items);
    setPending(true);
    const moved = await move(place, items, folder);
    setPending(false);
    if (!moved) return;
    onClose();
    left();
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChangeOf(onClose)}
      title="Move to folder"
      description={what}
    >
      <ul className="-mx-3 max-h-64 overflow-y-auto" aria-label="Folders">
        {folders.map((folder) => (
          <li key={folder.id}>
            <button
              type="button"
              aria-current={folder.id === present ? 'true' : undefined}
              onClick={() => void go(folder)}
              className={CHOICE}
            >
              <FolderIcon className="size-4 shrink-0 text-muted" aria-hidden="true" />
              <span className="min-w-0 truncate">{folder.name}</span>
            </button>
          </li>
        ))}
        {items.some(({ folderId }) => folderId !== null) && (
          <li>
            <button type="button" onClick={() => void go(null)} className={CHOICE}>
              <FolderMinus className="size-4 shrink-0 text-muted" aria-hidden="true" />
              No folder
            </button>
          </li>
        )}
      </ul>
      <FolderForm
        label="New folder"
        submit="Create and move"
        folders={folders}
        save={(name) => api.post('/api/conversation-folders', { body: { name } })}
        onSaved={(folder) => {
          applyFolder({ type: 'changed', folder });
          return go(folder);
        }}
      />
    </Dialog>
  );
}

function FolderNameDialog({
  folder,
  open,
  onClose,
  folders,
  applyFolder,
}: DialogProps & { folder: ConversationFolder | null }) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChangeOf(onClose)}
      title={folder ? 'Rename folder' : 'New folder'}
    >
      <FolderForm
        label="Name"
        submit={folder ? 'Rename' : 'Create'}
        folder={folder}
        folders={folders}
        save={(name) =>
          folder
            ? api.patch('/api/conversation-folders/:id', {
                params: { id: folder.id },
                body: { name },
              })
            : api.post('/api/conversation-folders', { body: { name } })
        }
        onSaved={(saved) => {
          applyFolder({ type: 'changed', folder: saved });
          onClose();
        }}
      />
    </Dialog>
  );
}

interface FolderFormProps {
  label: string;
  submit: string;
  /** The folder that is being renamed. */
  folder?: ConversationFolder | null;
  folders: ConversationFolder[];
  save: (name: string) => Promise<{ folder: ConversationFolder }>;
  onSaved: (folder: ConversationFolder) => void | Promise<void>;
}

function FolderForm({ label, submit, folder = null, folders, save, onSaved }: FolderFormProps) {
  const id = useId();
  const [name, setName] = useState(folder?.name ?? '');
  const [error, setError] = useState<string>();
  const [pending, setPending] = useState(false);

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    const typed = name.trim();
    const taken = folders.some(
      (other) => other.id !== folder?.id && other.name.toLowerCase() === typed.toLowerCase(),
    );
    if (typed === '' || taken) {
      setError(taken ? organizingTexts.folderNameTaken : organizingTexts.folderNameMissing);
      document.getElementById(id)?.focus();
      return;
    }
    setError(undefined);
    setPending(true);
    try {
      const saved = await save(typed);
      await onSaved(saved.folder);
    } catch (failure) {
      showFailure(failure, organizingTexts.folderFailed);
    } finally {
      setPending(false);
    }
  }

  return (
    <form noValidate onSubmit={(event) => void onSubmit(event)} className="mt-3">
      <Field
        id={id}
        label={label}
        value={name}
        maxLength={MAX_FOLDER_NAME}
        autoComplete="off"
        errors={error === undefined ? undefined : [error]}
        onChange={(event) => setName(event.target.value)}
      />
      <div className="mt-4 flex justify-end">
        <Button type="submit" pending={pending}>
          {folder === null && <FolderPlus className="size-4" aria-hidden="true" />}
          {submit}
        </Button>
      </div>
    </form>
  );
}

function FolderDeletionDialog({
  folder,
  open,
  onClose,
  applyFolder,
}: DialogProps & { folder: ConversationFolder }) {
  const [pending, setPending] = useState(false);

  async function confirm() {
    setPending(true);
    try {
      await api.del('/api/conversation-folders/:id', { params: { id: folder.id } });
      applyFolder({ type: 'removed', id: folder.id });
      toastSuccess(organizingTexts.folderDeleted);
    } catch (error) {
      showFailure(error, organizingTexts.folderDeleteFailed);
    }
    setPending(false);
    onClose();
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChangeOf(onClose)}
      title={organizingTexts.folderDeleteQuestion}
      text={`The conversations in “${folder.name}” go back to your list. None of them is deleted.`}
      confirmLabel="Delete folder"
      danger
      pending={pending}
      onConfirm={() => void confirm()}
    />
  );
}
