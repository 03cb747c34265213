import { Link } from '@remix-run/react';
import { useEffect, useId, useState } from 'react';

import { showFailure } from '~/features/accounts';
import { client } from '~/http/client';
import { formatMoment } from '~/lib/format/dates';
import { DAY_MS } from '~/lib/time';
import { Button } from '~/ui/button';
import { CopyButton } from '~/ui/display/copy-button';
import { Dialog } from '~/ui/overlays/dialog';
import { SkeletonList } from '~/ui/feedback/skeleton';
import { toastSuccess } from '~/ui/feedback/toast';

import type { SharesApi } from '../routes/shares';
import type { Share } from '../share';
import { sharingTexts } from '../texts';

const api = client<SharesApi>();

export interface ShareWindowProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  conversation: { id: string; title: string };
}

/** Creates, shows, changes, and removes the public link of a conversation. */
export function ShareWindow({ open, onOpenChange, conversation }: ShareWindowProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Share conversation"
      description={`Anyone with the link can read “${conversation.title}”, no account needed. Your name isn’t shown.`}
    >
      {/* Mounted at each opening, because another tab may have changed the link. */}
      {open && <Content id={conversation.id} onClose={() => onOpenChange(false)} />}
    </Dialog>
  );
}

function Content({ id, onClose }: { id: string; onClose: () => void }) {
  // Undefined while it is being loaded.
  const [share, setShare] = useState<Share | null>();
  const [pending, setPending] = useState(false);
  const params = { id };

  useEffect(() => {
    let current = true;
    api.get('/api/conversations/:id/share', { params: { id } }).then(
      (found) => current && setShare(found.share),
      (error: unknown) => {
        if (!current) return;
        showFailure(error, sharingTexts.shareFailed);
        onClose();
      },
    );
    return () => {
      current = false;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- requested once per opening
  }, [id]);

  async function change(request: Promise<{ share: Share | null }>): Promise<boolean> {
    setPending(true);
    try {
      setShare((await request).share);
      return true;
    } catch (error) {
      showFailure(error, sharingTexts.shareFailed);
      return false;
    } finally {
      setPending(false);
    }
  }

  const alter = (body: { update: true } | { expiresAt: number | null }) =>
    change(api.patch('/api/conversations/:id/share', { params, body }));

  async function stop() {
    const stopped = await change(api.del('/api/conversations/:id/share', { params }));
    if (stopped) toastSuccess(sharingTexts.ended);
  }

  if (share === undefined) {
    return <SkeletonList label="Loading…" count={2} shape="h-11" className="space-y-3" />;
  }
  if (share === null) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-48 flex-1 text-sm text-muted">
          The link shows the conversation so far. You can stop sharing at any time.
        </p>
        <Button
          pending={pending}
          onClick={() => void change(api.post('/api/conversations/:id/share', { params }))}
        >
          Create link
        </Button>
      </div>
    );
  }
  return (
    // Not the element before it: the focus goes to its first control.
    <div key="link" className="space-y-5">
      <div className="flex gap-2">
        <input
          readOnly
          aria-label="Share link"
          value={share.url}
          onFocus={(event) => event.target.select()}
          className="block h-11 min-w-0 flex-1 rounded-md border border-border-strong bg-field px-3 text-sm focus:border-ring"
        />
        <CopyButton
          label="Copy link"
          text={() => share.url}
          copied={sharingTexts.linkCopied}
          failed={sharingTexts.linkCopyFailed}
          variant="primary"
          size="md"
          className="h-11 shrink-0"
        />
      </div>
      {share.newer > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg border bg-sunken px-4 py-3 text-sm">
          <p className="min-w-40 flex-1">
            {share.newer === 1
              ? '1 newer message isn’t shared.'
              : `${share.newer} newer messages aren’t shared.`}
          </p>
          <Button
            variant="secondary"
            size="sm"
            pending={pending}
            onClick={() => void alter({ update: true })}
          >
            Update link
          </Button>
        </div>
      )}
      <ShareEnd expiresAt={share.expiresAt} onChange={(expiresAt) => void alter({ expiresAt })} />
      <div className="flex flex-wrap items-center justify-between gap-3 border-t pt-4">
        <Link
          to="/ai-lab/shares"
          className="rounded-sm text-sm text-accent underline underline-offset-4 touch:py-3"
        >
          All shared links
        </Link>
        <Button
          variant="ghost"
          size="sm"
          pending={pending}
          onClick={() => void stop()}
          className="-mr-3 text-danger!"
        >
          Stop sharing
        </Button>
      </div>
    </div>
  );
}

const DAYS = [1, 7, 30, 90];

interface ShareEndProps {
  expiresAt: number | null;
  onChange: (expiresAt: number | null) => void;
}

/** When the link expires. */
function ShareEnd({ expiresAt, onChange }: ShareEndProps) {
  const id = useId();
  const end = expiresAt === null ? null : new Date(expiresAt);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm">
      <label htmlFor={id} className="font-medium">
        Link expires
      </label>
      <select
        id={id}
        value={end === null ? '' : 'set'}
        onChange={({ target }) =>
          onChange(target.value === '' ? null : Date.now() + Number(target.value) * DAY_MS)
        }
        className="h-10 rounded-md border border-border-strong bg-field px-3 touch:h-11"
      >
        <option value="">Never</option>
        {end && (
          <option value="set" disabled>
            {formatMoment(end)}
          </option>
        )}
        {DAYS.map((days) => (
          <option key={days} value={days}>
            {days === 1 ? 'In 1 day' : `In ${days} days`}
          </option>
        ))}
      </select>
    </div>
  );
}
