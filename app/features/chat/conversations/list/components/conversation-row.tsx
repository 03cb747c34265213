import { Link } from '@remix-run/react';
import { memo, useRef, useState, type SyntheticEvent } from 'react';

import { showFailure } from '~/features/accounts';
import { client } from '~/http/client';
import { DotsIcon, Menu } from '~/ui/overlays/menu';
import { useLoadOnUse } from '~/ui/load-on-use';
import { LocalDay } from '~/ui/dates/local-time';
import type { MenuEntry } from '~/ui/overlays/menu-window';
import { Check } from '~/ui/display/shared-icons';

import type { ConversationEvent, ConversationItem } from '../../conversation';
import { listedAt } from '../conversation-list';
import { chatTexts } from '../../../texts';
import { isLongPreview, shownPreview } from '../../settings/titles';
import type { ConversationsApi } from '../../routes/conversations';
import { displayTitle, isImport, titleAfterRename } from '../../settings/titles';

const api = client<ConversationsApi>();

/** The actions of a row, which the list performs. */
export interface RowActions {
  apply: (change: ConversationEvent) => void;
  share: (item: ConversationItem) => void;
  exportOne: (item: ConversationItem) => void;
  remove: (items: ConversationItem[]) => void;
  pin: (item: ConversationItem, pinned: boolean) => void;
  archive: (items: ConversationItem[]) => void;
  unarchive: (items: ConversationItem[]) => void;
  move: (items: ConversationItem[]) => void;
  /** Starts selection mode with this conversation. */
  select: (item: ConversationItem) => void;
  /** In selection mode: selects this one, or the range up to it. */
  choose: (item: ConversationItem, upTo: boolean) => void;
}

interface ConversationRowProps {
  item: ConversationItem;
  current: boolean;
  /** Undefined outside of selection mode. */
  chosen: boolean | undefined;
  on: RowActions;
}

const loadField = () => import('./rename-field');

const ROW_REM = 3.375;
const IMPORT_REM = 1.375;
const PREVIEW_LINE_REM = 1;
const BODY = 'block h-[calc(100%-0.125rem)] w-full overflow-hidden rounded-md py-2 pl-3 text-left';

/** In rem, with the gap to the next row: lists draw only the rows in view. */
export function rowHeight(item: ConversationItem): number {
  return (
    ROW_REM +
    (previewOf(item).isLong ? PREVIEW_LINE_REM : 0) +
    (isImport(item.title) ? IMPORT_REM : 0)
  );
}

/** Lists request every row's height whenever one of them changes. */
const previews = new WeakMap<ConversationItem, { text: string; isLong: boolean }>();

function previewOf(item: ConversationItem): { text: string; isLong: boolean } {
  const known = previews.get(item);
  if (known) return known;
  const text = shownPreview(item.lastMessage);
  const preview = { text, isLong: isLongPreview(text) };
  previews.set(item, preview);
  return preview;
}

/** One conversation in the sidebar: a link, with rename in place and a menu of its other actions. */
export const ConversationRow = memo(function ConversationRow({
  item,
  current,
  chosen,
  on,
}: ConversationRowProps) {
  const [renaming, setRenaming] = useState(false);
  const field = useLoadOnUse(loadField, renaming, () => setRenaming(false));
  const link = useRef<HTMLAnchorElement>(null);
  /** The title doesn't fit into its line. */
  const [cut, setCut] = useState(false);
  const [tip, setTip] = useState(false);
  const title = displayTitle(item.title);

  function measure({ currentTarget }: SyntheticEvent<HTMLElement>) {
    const line = currentTarget.querySelector('[data-title]');
    setCut(line !== null && line.scrollWidth > line.clientWidth);
  }

  function endRenaming(byKey: boolean) {
    setRenaming(false);
    // The field that had the focus is gone.
    if (byKey) requestAnimationFrame(() => link.current?.focus());
  }

  async function rename(typed: string) {
    const renamed = { ...item, title: titleAfterRename(item.title, typed) };
    on.apply({ type: 'changed', conversation: renamed });
    try {
      await api.patch('/api/conversations/:id', {
        params: { id: item.id },
        body: { title: typed },
      });
    } catch (error) {
      on.apply({ type: 'changed', conversation: item });
      showFailure(error, chatTexts.renameFailed);
    }
  }

  if (chosen !== undefined) {
    return (
      <button
        type="button"
        role="checkbox"
        aria-checked={chosen}
        data-stop={item.id}
        onClick={(event) => on.choose(item, event.shiftKey)}
        className={`${BODY} flex items-center gap-3 pr-3 transition-colors select-none hover:bg-hover aria-checked:bg-accent-soft`}
      >
        <span
          aria-hidden="true"
          className={`grid size-4.5 shrink-0 place-items-center rounded-sm border ${
            chosen ? 'border-accent bg-accent text-on-accent' : 'border-border-strong bg-field'
          }`}
        >
          {chosen && <Check className="size-3.5" />}
        </span>
        <span className="min-w-0 flex-1">
          <RowText item={item} />
        </span>
      </button>
    );
  }
  if (renaming && field) {
    return (
      <field.RenameField
        item={item}
        onEnd={(typed, byKey) => {
          endRenaming(byKey);
          if (typed !== null) void rename(typed);
        }}
      />
    );
  }
  const placing: MenuEntry[] = item.archived
    ? [
        {
          kind: 'action',
          label: 'Unarchive',
          icon: 'archive-restore',
          onSelect: () => on.unarchive([item]),
        },
      ]
    : [
        item.pinnedAt === null
          ? { kind: 'action', label: 'Pin', icon: 'pin', onSelect: () => on.pin(item, true) }
          : {
              kind: 'action',
              label: 'Unpin',
              icon: 'pin-off',
              onSelect: () => on.pin(item, false),
            },
        {
          kind: 'action',
          label: 'Move to folder…',
          icon: 'folder-input',
          onSelect: () => on.move([item]),
        },
        { kind: 'action', label: 'Archive', icon: 'archive', onSelect: () => on.archive([item]) },
      ];
  return (
    <div className="group relative h-full">
      <Link
        ref={link}
        to={`/ai-lab/chat/${item.id}`}
        aria-current={current ? 'page' : undefined}
        data-stop={item.id}
        title={cut ? title : undefined}
        onPointerEnter={measure}
        // Browsers show a `title` to the pointer only.
        onFocus={(event) => {
          measure(event);
          setTip(event.currentTarget.matches(':focus-visible'));
        }}
        onBlur={() => setTip(false)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !tip || !cut) return;
          event.preventDefault();
          setTip(false);
        }}
        className={`${BODY} pr-10 transition-colors group-hover:bg-hover current-row touch:pr-12`}
      >
        <RowText item={item} />
      </Link>
      {tip && cut && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-x-1 top-full z-20 animate-fade-in rounded-md border bg-raised px-2.5 py-1.5 text-sm shadow-overlay wrap-anywhere"
        >
          {title}
        </span>
      )}
      <span className="absolute top-1.5 right-1 opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 has-aria-expanded:opacity-100 [@media(hover:none)]:opacity-100">
        <Menu
          label={`Actions for ${title}`}
          className="grid size-8 place-items-center rounded-md text-muted hover:bg-hover hover:text-text touch:size-11"
          entries={[
            { kind: 'action', label: 'Rename', icon: 'pencil', onSelect: () => setRenaming(true) },
            { kind: 'action', label: 'Share', icon: 'share-2', onSelect: () => on.share(item) },
            {
              kind: 'action',
              label: 'Export…',
              icon: 'download',
              onSelect: () => on.exportOne(item),
            },
            { kind: 'separator' },
            ...placing,
            {
              kind: 'action',
              label: 'Select',
              icon: 'list-checks',
              onSelect: () => on.select(item),
            },
            { kind: 'separator' },
            {
              kind: 'action',
              label: 'Delete',
              icon: 'trash-2',
              danger: true,
              onSelect: () => on.remove([item]),
            },
          ]}
        >
          <DotsIcon />
        </Menu>
      </span>
    </div>
  );
});

function RowText({ item }: { item: ConversationItem }) {
  const { text, isLong } = previewOf(item);
  return (
    <>
      <span data-title="" className="block truncate text-sm font-medium">
        {displayTitle(item.title)}
      </span>
      <span
        className={`text-xs text-muted wrap-anywhere ${isLong ? 'line-clamp-2' : 'block truncate'}`}
      >
        {text}
      </span>
      {isImport(item.title) && <ImportMark item={item} />}
    </>
  );
}

/** Where an import comes from, and when it was started. */
function ImportMark({ item }: { item: ConversationItem }) {
  return (
    <span className="mt-1 flex items-center gap-2 text-xs text-muted">
      <span className="rounded-full border px-1.5 text-[0.6875rem] leading-4">ChatGPT</span>
      <LocalDay at={listedAt(item)} />
    </span>
  );
}
