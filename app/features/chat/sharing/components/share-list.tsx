import { Link, useNavigate } from '@remix-run/react';
import { Link2 } from 'lucide-react';
import { useState } from 'react';

import { showFailure } from '~/features/accounts';
import { client } from '~/http/client';
import { Button, buttonClass } from '~/ui/button';
import { ConfirmDialog } from '~/ui/overlays/confirm-dialog';
import { CopyButton } from '~/ui/display/copy-button';
import { LocalMoment } from '~/ui/dates/local-time';
import { toastSuccess } from '~/ui/feedback/toast';

import { sharingTexts } from '../texts';
import type { ShareItem, SharePage } from '../share';
import type { SharesApi } from '../routes/shares';

const api = client<SharesApi>();

/** All of a user's public links, each with its actions. */
export function ShareList({ page }: { page: SharePage }) {
  const [ended, setEnded] = useState<ReadonlySet<string>>(new Set());
  const items = page.items.filter((item) => !ended.has(item.id));

  if (items.length === 0) {
    return (
      <div className="flex flex-col items-center rounded-xl border border-dashed px-6 py-14 text-center">
        <Link2 className="size-6 text-muted" aria-hidden="true" />
        <h2 className="mt-3 font-display text-xl font-semibold">No shared links yet</h2>
        <p className="mt-1 max-w-sm text-sm text-muted text-balance">
          Share a conversation, and its link shows up here.
        </p>
        <Link to="/ai-lab" className={`mt-5 ${buttonClass({ variant: 'secondary' })}`}>
          Go to your chats
        </Link>
      </div>
    );
  }
  return (
    <>
      <ul className="divide-y rounded-xl border bg-surface">
        {items.map((item) => (
          <Row
            key={item.id}
            item={item}
            onEnded={() => setEnded((before) => new Set([...before, item.id]))}
          />
        ))}
      </ul>
      {page.cursor !== null && (
        <div className="mt-6 text-center">
          <Link
            to={`?cursor=${encodeURIComponent(page.cursor)}`}
            className={buttonClass({ variant: 'secondary' })}
          >
            Older links
          </Link>
        </div>
      )}
    </>
  );
}

function Row({ item, onEnded }: { item: ShareItem; onEnded: () => void }) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const [pending, setPending] = useState(false);

  async function end() {
    setPending(true);
    try {
      await api.del('/api/conversations/:id/share', { params: { id: item.conversationId } });
    } catch (error) {
      showFailure(error, sharingTexts.shareFailed);
      return;
    } finally {
      setPending(false);
      setAsking(false);
    }
    toastSuccess(sharingTexts.ended);
    onEnded();
    navigate('.', { replace: true });
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-48 flex-1">
        <Link
          to={`/ai-lab/chat/${item.conversationId}`}
          className="block truncate rounded-sm font-medium hover:underline touch:-my-2.5 touch:py-2.5"
        >
          {item.title}
        </Link>
        <p className="text-sm text-muted">
          Shared <LocalMoment at={item.createdAt} />
          {item.expiresAt !== null && (
            <>
              {' · Expires '}
              <LocalMoment at={item.expiresAt} />
            </>
          )}
        </p>
      </div>
      <div className="flex items-center gap-1 max-sm:-ml-3">
        <a
          href={item.url}
          target="_blank"
          rel="noreferrer"
          className={buttonClass({ variant: 'ghost', size: 'sm' })}
        >
          Open<span className="sr-only"> the link to {item.title} in a new tab</span>
        </a>
        <CopyButton
          label={`Copy the link to ${item.title}`}
          text={() => item.url}
          copied={sharingTexts.linkCopied}
          failed={sharingTexts.linkCopyFailed}
        />
        <Button variant="ghost" size="sm" onClick={() => setAsking(true)}>
          Stop sharing<span className="sr-only"> {item.title}</span>
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Stop sharing?"
        text={`The link to “${item.title}” stops working right away, for everyone.`}
        confirmLabel="Stop sharing"
        danger
        pending={pending}
        onConfirm={() => void end()}
      />
    </li>
  );
}
