import { FolderPlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import { showFailure } from '~/features/accounts';
import { ConfirmDialog } from '~/ui/overlays/confirm-dialog';
import { Menu } from '~/ui/overlays/menu';
import { ChevronRight, Ellipsis, Folder } from '~/ui/display/shared-icons';
import { toastSuccess } from '~/ui/feedback/toast';

import { CATEGORIES, type Category } from '../../formats/categories';
import type { ContentFolder } from '../content/content';
import { FolderDialog } from '../folders/folder-dialog';
import { requestFolderDeletion } from '../saved-requests';
import { libraryTexts } from '../texts';

const SUMMARY =
  'relative flex min-h-10 list-none items-center gap-2 rounded-md px-3 text-sm text-muted transition-colors hover:bg-hover hover:text-text focus-visible:z-1 touch:min-h-11 [&::-webkit-details-marker]:hidden';
export const ROW_TOOL =
  'grid size-8 place-items-center rounded-md text-muted hover:bg-hover hover:text-text touch:size-11';

interface SavedCategoryProps {
  category: Category;
  /** Whether it has contents or folders: then it starts open. */
  filled: boolean;
  children: ReactNode;
}

/** One of the four categories. It can be folded even without JavaScript. */
export function SavedCategory({ category, filled, children }: SavedCategoryProps) {
  const [naming, setNaming] = useState(false);
  return (
    <div className="relative">
      <details open={filled} className="group/category">
        <summary className={`${SUMMARY} pr-12 font-medium`}>
          <ChevronRight
            aria-hidden="true"
            className="size-4 shrink-0 transition-transform group-open/category:rotate-90"
          />
          {category.name}
        </summary>
        <div className="mt-0.5 mb-2">
          {children}
          {!filled && <p className="py-2 pr-3 pl-9 text-sm text-muted">{libraryTexts.empty}</p>}
        </div>
      </details>
      <button
        type="button"
        aria-label={`New folder in ${category.name}`}
        title="New folder"
        onClick={() => setNaming(true)}
        className={`${ROW_TOOL} absolute top-1 right-1 touch:top-0`}
      >
        <FolderPlus className="size-4" aria-hidden="true" />
      </button>
      <FolderDialog open={naming} onOpenChange={setNaming} category={category} folder={null} />
    </div>
  );
}

interface SavedFolderProps {
  folder: ContentFolder;
  /** Whether the open content is in this folder. */
  opened: boolean;
  children: ReactNode;
}

/** A folder within a category. */
export function SavedFolder({ folder, opened, children }: SavedFolderProps) {
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
    <div className="relative pl-4">
      <details open={opened} className="group/folder peer">
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
      <span className="absolute top-1 right-1 opacity-0 transition-opacity peer-has-[>summary:focus-visible]:opacity-100 peer-has-[>summary:hover]:opacity-100 focus-within:opacity-100 hover:opacity-100 has-aria-expanded:opacity-100 touch:top-0 [@media(hover:none)]:opacity-100">
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
        text={`Everything in “${folder.name}” moves to ${category?.name ?? 'its category'}.`}
        confirmLabel="Delete"
        danger
        pending={pending}
        onConfirm={() => void remove()}
      />
    </div>
  );
}
