import { useCallback, useRef, useState, type KeyboardEvent } from 'react';
import { Settings2 } from 'lucide-react';

import { useLoadOnUse } from '~/ui/load-on-use';
import { ArrowLeft } from '~/ui/display/shared-icons';
import { Menu } from '~/ui/overlays/menu';

import { ShareDialog } from '../../../sharing/components/share-dialog';
import { ConversationExport } from '../../../archive/components/conversation-export';
import type {
  ConversationFolder,
  ConversationGroup,
  ConversationItem,
  ConversationOverview,
} from '../../conversation';
import { isFiltered } from '../conversation-list';
import { groupIn } from '../conversation-list';
import { moveInList } from '../use-row-actions';
import { chatTexts } from '../../../texts';
import { among, extended, NOTHING_SELECTED, toggled, type Selection } from '../selection';
import { displayTitle } from '../../settings/titles';
import { useConversationList } from '../use-conversation-list';
import { useDayHeadings } from '../use-day-headings';
import { useRowActions } from '../use-row-actions';
import { ConversationGroupList, type RowContext, ConversationParts } from './conversation-groups';
import { ConversationSearch } from './conversation-search';
import type { ListQuestion } from './list-dialogs';
import { NewChatButton } from '../../new-chat';

const loadDialogs = () => import('./list-dialogs');
const loadSelectionBar = () => import('./selection-bar');

/** New Chat, search, and the conversations in their parts, or the archived ones, with a mode for selecting several. */
export function ConversationNavigation({
  first,
  days,
}: {
  first: ConversationOverview;
  /** The day headings of its first page. */
  days: readonly [string, string][];
}) {
  const list = useConversationList(first);
  const { listed, filter } = list;
  const [archive, setArchive] = useState(false);
  const [opened, setOpened] = useState<Partial<Record<ConversationGroup, boolean>>>({});
  const [selection, setSelection] = useState<Selection | null>(null);
  const [taken, setTaken] = useState<ConversationItem>();
  const [question, setQuestion] = useState<ListQuestion>();
  const [asking, setAsking] = useState<'dialog' | 'share' | 'export' | null>(null);
  const navigation = useRef<HTMLElement>(null);
  const menu = useRef<HTMLSpanElement>(null);
  const stopAsking = useCallback(() => setAsking(null), []);
  const dialogs = useLoadOnUse(loadDialogs, asking === 'dialog', stopAsking);
  const bar = useLoadOnUse(loadSelectionBar, selection !== null, () => setSelection(null));

  const filtered = isFiltered(filter);
  const others = groupIn(listed, 'others');
  const headings = useDayHeadings(others.items, days);
  // A search result must be visible, so a list that shows nothing else isn't hidden.
  const isOpen = (name: ConversationGroup) =>
    opened[name] ?? (filtered || (name === 'imports' && others.items.length === 0));
  const folders = listed.folders.filter(
    ({ id }) => !filtered || groupIn(listed, `folder:${id}`).count !== 0,
  );
  const closable: ConversationGroup[] = [
    ...folders.map(({ id }): ConversationGroup => `folder:${id}`),
    'imports',
  ];
  const parts: ConversationGroup[] = archive
    ? ['archived']
    : ['pinned', ...closable.filter(isOpen), 'others'];
  const shown = parts.flatMap((name) => groupIn(listed, name).items);
  const chosen = selection && among(selection, shown);

  function ask(next: ListQuestion) {
    setQuestion(next);
    setAsking('dialog');
  }

  function endSelection() {
    setSelection(null);
    // The bar that had the focus is gone.
    requestAnimationFrame(() => menu.current?.querySelector('button')?.focus());
  }

  /** The row with the focus may disappear, and then the next one gets it. */
  function leaving(items: ConversationItem[]) {
    const ids = new Set(items.map(({ id }) => id));
    const last = shown.findLastIndex(({ id }) => ids.has(id));
    const next = shown.slice(last + 1).find(({ id }) => !ids.has(id)) ?? shown[last - items.length];
    return () => {
      setSelection(null);
      requestAnimationFrame(() => {
        const focused = document.activeElement;
        if (focused !== null && focused !== document.body) return;
        // Without a next row, `keepFocus` finds the control that is nearest.
        const row = next && navigation.current?.querySelector(`[data-stop="${next.id}"]`);
        if (row instanceof HTMLElement) row.focus();
      });
    };
  }

  function choose(item: ConversationItem, upTo: boolean) {
    setSelection((old) =>
      upTo
        ? extended(
            old ?? NOTHING_SELECTED,
            item.id,
            shown.map(({ id }) => id),
          )
        : toggled(old ?? NOTHING_SELECTED, item.id),
    );
  }

  const { on, place } = useRowActions({
    apply: list.apply,
    ask,
    share: (item) => {
      setTaken(item);
      setAsking('share');
    },
    exportOne: (item) => {
      setTaken(item);
      setAsking('export');
    },
    select: (item) => setSelection(toggled(NOTHING_SELECTED, item.id)),
    choose,
    leaving,
  });
  const rows: RowContext = {
    currentId: place.currentId,
    chosen: selection && selection.ids,
    on,
    failed: list.failed,
  };

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.key === 'Escape' && selection && !event.defaultPrevented) {
      // Escape must not also close the drawer that contains the list.
      event.preventDefault();
      endSelection();
      return;
    }
    const stop = moveInList(event, navigation.current);
    const item = event.shiftKey && shown.find(({ id }) => id === stop?.dataset.stop);
    if (selection && item) choose(item, true);
  }

  const empty = parts.every((name) => {
    const { items, cursor } = groupIn(listed, name);
    return items.length === 0 && cursor === null;
  });
  const nothing = empty && (archive || closable.every((name) => !groupIn(listed, name).count));
  const emptyText = filtered
    ? chatTexts.noMatches
    : archive
      ? chatTexts.emptyArchive
      : chatTexts.emptyList;

  return (
    <>
      <div className="flex gap-1.5">
        <NewChatButton />
        <span ref={menu} className="contents">
          <ListMenu
            archive={archive}
            onArchive={(open) => {
              setArchive(open);
              setSelection(null);
            }}
            onNewFolder={() => ask({ about: 'folder-name', folder: null })}
            onSelect={() => setSelection(NOTHING_SELECTED)}
          />
        </span>
      </div>
      <ConversationSearch filter={filter} onChange={list.setFilter} />
      {/* The keys come from the rows and buttons within. */}
      {/* eslint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div onKeyDown={onKeyDown} className="flex flex-1 flex-col gap-3">
        {archive && (
          <div className="flex items-center gap-2">
            <h2 className="flex-1 px-2 font-display text-lg font-semibold tracking-tight">
              {chatTexts.archive}
            </h2>
            <button
              type="button"
              onClick={() => {
                setArchive(false);
                setSelection(null);
                requestAnimationFrame(() => menu.current?.querySelector('button')?.focus());
              }}
              className="flex h-8 items-center gap-1.5 rounded-md px-2.5 text-sm font-medium text-muted hover:bg-hover hover:text-text touch:h-11"
            >
              <ArrowLeft className="size-4" aria-hidden="true" />
              All conversations
            </button>
          </div>
        )}
        {chosen && bar && (
          <bar.SelectionBar
            items={chosen}
            archive={archive}
            on={on}
            onAll={() => setSelection({ ids: new Set(shown.map(({ id }) => id)), anchor: null })}
            onDone={endSelection}
          />
        )}
        <nav
          ref={navigation}
          aria-label="Conversations"
          aria-busy={list.loading}
          className="flex flex-1 flex-col gap-3"
        >
          {archive ? (
            <ConversationGroupList
              name="archived"
              group={groupIn(listed, 'archived')}
              rows={rows}
              onMore={list.loadMore}
            />
          ) : (
            <ConversationParts
              listed={listed}
              headings={headings}
              folders={folders}
              isOpen={isOpen}
              onToggle={(name) => setOpened({ ...opened, [name]: !isOpen(name) })}
              onRename={(folder: ConversationFolder) => ask({ about: 'folder-name', folder })}
              onDelete={(folder: ConversationFolder) => ask({ about: 'folder-deletion', folder })}
              rows={rows}
              onMore={list.loadMore}
            />
          )}
          {nothing && (
            <p role="status" className="m-auto max-w-48 text-center text-sm text-muted">
              {emptyText}
            </p>
          )}
        </nav>
      </div>
      {taken && (
        <>
          <ShareDialog
            open={asking === 'share'}
            onOpenChange={(open) => setAsking(open ? 'share' : null)}
            conversation={{ id: taken.id, title: displayTitle(taken.title) }}
          />
          <ConversationExport
            open={asking === 'export'}
            onOpenChange={(open) => setAsking(open ? 'export' : null)}
            conversation={{ id: taken.id, title: displayTitle(taken.title) }}
          />
        </>
      )}
      {question && dialogs && (
        <dialogs.ListDialogs
          question={question}
          open={asking === 'dialog'}
          onClose={stopAsking}
          place={place}
          folders={listed.folders}
          applyFolder={list.applyFolder}
          leaving={leaving}
        />
      )}
    </>
  );
}

interface ListMenuProps {
  archive: boolean;
  onArchive: (open: boolean) => void;
  onNewFolder: () => void;
  onSelect: () => void;
}

/** The actions on the list as a whole. */
function ListMenu({ archive, onArchive, onNewFolder, onSelect }: ListMenuProps) {
  return (
    <Menu
      label="List options"
      className="grid size-10 place-items-center rounded-md border border-border-strong/60 bg-raised text-muted transition-colors hover:border-border-strong hover:bg-hover hover:text-text touch:size-11"
      entries={[
        { kind: 'action', label: 'New folder…', icon: 'folder-plus', onSelect: onNewFolder },
        { kind: 'action', label: 'Select multiple', icon: 'list-checks', onSelect },
        { kind: 'separator' },
        archive
          ? {
              kind: 'action',
              label: 'All conversations',
              icon: 'messages-square',
              onSelect: () => onArchive(false),
            }
          : {
              kind: 'action',
              label: 'Archived',
              icon: 'archive',
              onSelect: () => onArchive(true),
            },
      ]}
    >
      <Settings2 className="size-4" aria-hidden="true" />
    </Menu>
  );
}
