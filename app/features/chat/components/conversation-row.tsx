import { Link, useNavigate } from '@remix-run/react';
import { Ellipsis, Pencil, Share2, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';

import { tellFailure } from '~/features/auth';
import { ShareDialog } from '~/features/sharing';
import { ConfirmDialog } from '~/ui/confirm-dialog';
import { Menu } from '~/ui/menu';
import { toastSuccess } from '~/ui/toast';

import type { ConversationChange, ConversationItem } from '../conversation';
import { listedAt } from '../conversation-filter';
import {
  requestDeletion,
  requestNewConversation,
  requestRename,
  requestRestoration,
} from '../conversation-requests';
import { chatMessages } from '../messages';
import { shownPreview } from '../preview';
import { displayTitle, isImport, titleAfterRename } from '../titles';
import { RenameField } from './rename-field';

interface ConversationRowProps {
  item: ConversationItem;
  current: boolean;
  apply: (change: ConversationChange) => void;
}

/** One conversation in the sidebar: opens it, renames it in place, deletes it. */
export function ConversationRow({ item, current, apply }: ConversationRowProps) {
  const navigate = useNavigate();
  const [renaming, setRenaming] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const [sharing, setSharing] = useState(false);
  const [pending, setPending] = useState(false);
  const link = useRef<HTMLAnchorElement>(null);

  function endRenaming(byKey: boolean) {
    setRenaming(false);
    // The field that had the focus is gone.
    if (byKey) requestAnimationFrame(() => link.current?.focus());
  }

  async function rename(typed: string) {
    const renamed = { ...item, title: titleAfterRename(item.title, typed) };
    apply({ type: 'changed', conversation: renamed });
    try {
      await requestRename(item.id, typed);
    } catch (error) {
      apply({ type: 'changed', conversation: item });
      tellFailure(error, chatMessages.renameFailed);
    }
  }

  async function remove() {
    setPending(true);
    try {
      await requestDeletion(item.id);
    } catch (error) {
      tellFailure(error, chatMessages.deleteFailed);
      return;
    } finally {
      setPending(false);
      setDeleting(false);
    }
    toastSuccess(chatMessages.deleted, { label: 'Undo', run: () => void restore() });
    // The open one gives way to a new one (spec §4).
    if (current) await openNew();
    apply({ type: 'removed', id: item.id });
  }

  async function restore() {
    try {
      await requestRestoration(item.id);
    } catch (error) {
      tellFailure(error, chatMessages.restoreFailed);
      return;
    }
    apply({ type: 'changed', conversation: item });
    if (current) navigate(`/ai-lab/chat/${item.id}`);
  }

  async function openNew() {
    try {
      navigate(`/ai-lab/chat/${await requestNewConversation()}`, { replace: true });
    } catch (error) {
      tellFailure(error, chatMessages.createFailed);
      navigate('/ai-lab', { replace: true });
    }
  }

  if (renaming) {
    return (
      <li>
        <RenameField
          item={item}
          onEnd={(typed, byKey) => {
            endRenaming(byKey);
            if (typed !== null) void rename(typed);
          }}
        />
      </li>
    );
  }
  return (
    <li className="group relative">
      <Link
        ref={link}
        to={`/ai-lab/chat/${item.id}`}
        aria-current={current ? 'page' : undefined}
        className="block rounded-md py-2 pr-10 pl-3 transition-colors group-hover:bg-hover aria-[current]:bg-accent-soft touch:min-h-11 touch:pr-12"
      >
        <span className="block truncate text-sm font-medium">{displayTitle(item.title)}</span>
        <span className="block truncate text-xs text-muted">{shownPreview(item.lastMessage)}</span>
        {isImport(item.title) && <ImportMark item={item} />}
      </Link>
      <span className="absolute top-1.5 right-1 opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 has-aria-expanded:opacity-100 [@media(hover:none)]:opacity-100">
        <Menu
          label={`Actions for ${displayTitle(item.title)}`}
          className="grid size-8 place-items-center rounded-md text-muted hover:bg-hover hover:text-text touch:size-11"
          entries={[
            { kind: 'action', label: 'Rename', icon: Pencil, onSelect: () => setRenaming(true) },
            { kind: 'action', label: 'Share', icon: Share2, onSelect: () => setSharing(true) },
            { kind: 'separator' },
            {
              kind: 'action',
              label: 'Delete',
              icon: Trash2,
              danger: true,
              onSelect: () => setDeleting(true),
            },
          ]}
        >
          <Ellipsis className="size-4" aria-hidden="true" />
        </Menu>
      </span>
      <ShareDialog
        open={sharing}
        onOpenChange={setSharing}
        conversation={{ id: item.id, title: displayTitle(item.title) }}
      />
      <ConfirmDialog
        open={deleting}
        onOpenChange={setDeleting}
        title={chatMessages.deleteQuestion}
        text={`“${displayTitle(item.title)}” and everything in it will be deleted. Its public link, if it has one, ends too.`}
        confirmLabel="Delete"
        danger
        pending={pending}
        onConfirm={() => void remove()}
      />
    </li>
  );
}

/** Where an import comes from, and when it began. */
function ImportMark({ item }: { item: ConversationItem }) {
  const date = new Date(listedAt(item));
  return (
    <span className="mt-1 flex items-center gap-2 text-xs text-muted">
      <span className="rounded-full border px-1.5 text-[0.6875rem] leading-4">ChatGPT</span>
      {/* Server and browser may be in different time zones. */}
      <time dateTime={date.toISOString()} suppressHydrationWarning>
        {date.toLocaleDateString(undefined, { dateStyle: 'medium' })}
      </time>
    </span>
  );
}
