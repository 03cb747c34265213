import { useState, type ReactNode } from 'react';

import { showFailure } from '~/features/accounts';
import { CATEGORIES } from '../../formats/categories';
import { ConfirmDialog } from '~/ui/overlays/confirm-dialog';
import { Menu } from '~/ui/overlays/menu';
import { ChevronRight, Ellipsis, Folder } from '~/ui/shared-icons';
import { toastSuccess } from '~/ui/feedback/toast';

import type { ContentFolder } from '../content/content';
import { libraryTexts } from '../texts';
import { requestFolderDeletion } from '../saved-requests';
import { FolderDialog } from './folder-dialog';
import { ROW_TOOL, SUMMARY } from '../list/saved-category';

interface OwnFolderProps {
  folder: ContentFolder;
  /** What is shown lies in it. */
  opened: boolean;
  children: ReactNode;
}

/** A folder of one's own inside a category. */
export function OwnFolder({ folder, opened, children }: OwnFolderProps) {
  const [naming, setNaming] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const [pending, setPending] = useState(false);
  const category = CATEGORIES.find(({ id }) => id === folder.category);

  async function remove() {
    setPending(true);
    try {
      await requestFolderDeletion(folder.id);
    } catch (error) {
      showFailure(error, libraryTexts.folderDeleteFailed);
      return;
    } finally {
      setPending(false);
      setDeleting(false);
    }
    toastSuccess(libraryTexts.folderDeleted);
  }

  return (
    <div className="group/row relative pl-4">
      <details open={opened} className="group/folder">
        <summary className={`${SUMMARY} pr-10 touch:pr-12`}>
          <ChevronRight
            aria-hidden="true"
            className="size-4 shrink-0 transition-transform group-open/folder:rotate-90"
          />
          <Folder aria-hidden="true" className="size-4 shrink-0" />
          <span className="min-w-0 truncate">{folder.name}</span>
        </summary>
        {children}
      </details>
      <span className="absolute top-1 right-1 opacity-0 transition-opacity group-focus-within/row:opacity-100 group-hover/row:opacity-100 has-aria-expanded:opacity-100 touch:top-0 [@media(hover:none)]:opacity-100">
        <Menu
          label={`Actions for the folder ${folder.name}`}
          className={ROW_TOOL}
          entries={[
            { kind: 'action', label: 'Rename', icon: 'pencil', onSelect: () => setNaming(true) },
            {
              kind: 'action',
              label: 'Delete',
              icon: 'trash-2',
              danger: true,
              onSelect: () => setDeleting(true),
            },
          ]}
        >
          <Ellipsis className="size-4" aria-hidden="true" />
        </Menu>
      </span>
      {category && (
        <FolderDialog open={naming} onOpenChange={setNaming} category={category} folder={folder} />
      )}
      <ConfirmDialog
        open={deleting}
        onOpenChange={setDeleting}
        title="Delete this folder?"
        text={`What is in “${folder.name}” is kept: it moves to ${category?.name ?? 'its category'}.`}
        confirmLabel="Delete"
        danger
        pending={pending}
        onConfirm={() => void remove()}
      />
    </div>
  );
}
