import { Link, useNavigate } from '@remix-run/react';
import { useState } from 'react';

import { Button } from '~/ui/button';
import { Menu } from '~/ui/overlays/menu';
import { Ellipsis } from '~/ui/display/shared-icons';
import { DemoLabel } from '~/ui/feedback/demo';

import { categoryName } from '../../formats/categories';
import { DeleteContent } from '../content/components/delete-content';
import {
  addressOf,
  type ContentFolder,
  type ContentItem,
  type ContentPage,
} from '../content/content';
import { MoveDialog } from '../folders/move-dialog';
import { ROW_TOOL } from './saved-category';

interface ContentRowsProps {
  page: ContentPage;
  folders: ContentFolder[];
  currentId: string | undefined;
  loading: boolean;
  onMore: () => void;
  /** Shows each content's category, where the list doesn't imply it. */
  showCategory?: boolean;
}

/** A list of saved contents, as far as it has been loaded. */
export function ContentRows({
  page,
  folders,
  currentId,
  loading,
  onMore,
  showCategory = false,
}: ContentRowsProps) {
  return (
    <>
      <ul className="space-y-0.5">
        {page.items.map((item) => (
          <ContentRow
            key={item.id}
            item={item}
            folders={folders}
            current={item.id === currentId}
            showCategory={showCategory}
          />
        ))}
      </ul>
      {page.cursor !== null && (
        <div className="grid place-items-center py-1">
          <Button variant="ghost" size="sm" pending={loading} onClick={onMore}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}

interface ContentRowProps {
  item: ContentItem;
  folders: ContentFolder[];
  current: boolean;
  showCategory: boolean;
}

/** One saved content in the sidebar: a link, and a menu to move or delete it. */
function ContentRow({ item, folders, current, showCategory }: ContentRowProps) {
  const navigate = useNavigate();
  const [deleting, setDeleting] = useState(false);
  const [moving, setMoving] = useState(false);
  return (
    <li className="group relative">
      <Link
        to={addressOf(item)}
        aria-current={current ? 'page' : undefined}
        className="flex min-h-9 flex-col justify-center rounded-md py-1.5 pr-10 pl-9 transition-colors group-hover:bg-hover current-row touch:min-h-11 touch:pr-12"
      >
        <span className="flex items-center gap-2 text-sm">
          <span className="truncate">{item.title}</span>
          {item.demo && <DemoLabel />}
        </span>
        {showCategory && (
          <span className="block text-xs text-muted">{categoryName(item.category)}</span>
        )}
      </Link>
      <span className="absolute top-0.5 right-1 opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 has-aria-expanded:opacity-100 touch:top-0 [@media(hover:none)]:opacity-100">
        <Menu
          label={`Actions for ${item.title}`}
          className={ROW_TOOL}
          entries={[
            {
              kind: 'action',
              label: 'Move',
              icon: 'folder-input',
              onSelect: () => setMoving(true),
            },
            { kind: 'separator' },
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
      <MoveDialog
        open={moving}
        onOpenChange={setMoving}
        item={item}
        folders={folders}
        onMoved={(moved) => current && navigate(addressOf(moved), { replace: true })}
      />
      <DeleteContent open={deleting} onOpenChange={setDeleting} item={item} current={current} />
    </li>
  );
}
