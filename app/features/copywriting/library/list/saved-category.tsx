import { FolderPlus } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import type { Category } from '../../formats/categories';

import { libraryTexts } from '../texts';
import { FolderDialog } from '../folders/folder-dialog';

import { ChevronRight } from '~/ui/shared-icons';

export const SUMMARY =
  'flex min-h-10 list-none items-center gap-2 rounded-md px-3 text-sm text-muted transition-colors hover:bg-hover hover:text-text touch:min-h-11 [&::-webkit-details-marker]:hidden';
export const ROW_TOOL =
  'grid size-8 place-items-center rounded-md text-muted hover:bg-hover hover:text-text touch:size-11';

interface SavedCategoryProps {
  category: Category;
  /** There is something in it: it is open then, unless the person closes it. */
  filled: boolean;
  /** It has no content outside of folders. */
  empty: boolean;
  children: ReactNode;
}

/** One of the four folders: collapsible, also without the script, with what lies in it. */
export function SavedCategory({ category, filled, empty, children }: SavedCategoryProps) {
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
          {empty && <p className="py-2 pr-3 pl-9 text-sm text-muted">{libraryTexts.empty}</p>}
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
