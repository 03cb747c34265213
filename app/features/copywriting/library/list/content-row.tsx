import { Link, useNavigate } from '@remix-run/react';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';

import { categoryName } from '../../formats/categories';
import { Menu } from '~/ui/menu';

import { addressOf, type ContentFolder, type ContentItem } from '../content/content';
import { DeleteContent } from '../content/components/delete-content';
import { MoveDialog } from '../folders/move-dialog';
import { ROW_TOOL } from './saved-category';

interface ContentRowProps {
  item: ContentItem;
  folders: ContentFolder[];
  current: boolean;
  naming: boolean;
}

/** One saved content in the sidebar: opens it, moves it, deletes it. */
export function ContentRow({ item, folders, current, naming }: ContentRowProps) {
  const navigate = useNavigate();
  const [deleting, setDeleting] = useState(false);
  const [moving, setMoving] = useState(false);
  return (
    <li className="group/row relative">
      <Link
        to={addressOf(item)}
        aria-current={current ? 'page' : undefined}
        className="flex min-h-9 flex-col justify-center rounded-md py-1.5 pr-10 pl-9 transition-colors group-hover/row:bg-hover aria-[current]:bg-accent-soft touch:min-h-11 touch:pr-12"
      >
        <span className="block truncate text-sm">{item.title}</span>
        {naming && <span className="block text-xs text-muted">{categoryName(item.category)}</span>}
      </Link>
      <span className="absolute top-0.5 right-1 opacity-0 transition-opacity group-focus-within/row:opacity-100 group-hover/row:opacity-100 has-aria-expanded:opacity-100 touch:top-0 [@media(hover:none)]:opacity-100">
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
