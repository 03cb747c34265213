import { type ReactNode, useCallback, useEffect, useState } from 'react';

import { showFailure } from '~/features/accounts';
import { client } from '~/http/client';
import { formatNumber } from '~/lib/format/numbers';
import { Button } from '~/ui/button';
import { SkeletonList } from '~/ui/feedback/skeleton';

import type { ProfilesApi } from '../../profiles/routes/profiles';
import { profilesTexts } from '../../texts';
import { MAX_GROUNDING } from '../grounding';

const api = client<ProfilesApi>();

type Sent = 'loading' | 'failed' | { text: string | null; look: string; sources: string | null };

const PROMPT =
  'rounded-md border bg-surface px-4 py-3 font-mono text-xs leading-relaxed wrap-anywhere whitespace-pre-wrap';

interface SentTextProps {
  profileId: string;
  saved: string;
  /** The text's format; without it, what chats are told. */
  format?: string | undefined;
  /** Shown above the text. */
  children?: ReactNode;
}

/** Exactly what the AI is told about the brand; loaded when opened, and again when `saved` changes. */
export function SentText({ profileId, saved, format, children }: SentTextProps) {
  const [open, setOpen] = useState(false);
  const [sent, setSent] = useState<Sent>('loading');

  const load = useCallback(() => {
    let current = true;
    const request = { params: { id: profileId }, search: { format } };
    api.get('/api/profiles/:id/grounding', request).then(
      (loaded) => current && setSent(loaded),
      (error: unknown) => {
        if (!current) return;
        setSent('failed');
        showFailure(error, profilesTexts.sentFailed);
      },
    );
    return () => {
      current = false;
    };
  }, [profileId, format]);
  useEffect(() => {
    if (open) return load();
  }, [open, saved, load]);

  return (
    <details
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="rounded-lg border bg-sunken"
    >
      <summary className="disclosure rounded-lg px-4 py-3 text-sm font-medium hover:bg-hover">
        See what the AI receives
      </summary>
      <div className="border-t px-4 py-4 text-sm">
        <p className="text-muted">
          While this profile is active, the assistant reads this before it writes for you. Over{' '}
          {formatNumber(MAX_GROUNDING)} characters, we shorten the longest texts.
        </p>
        {children}
        <div className="mt-3">
          {sent === 'loading' && (
            <SkeletonList label="Loading…" count={4} shape="h-4" className="space-y-2.5" />
          )}
          {sent === 'failed' && (
            <Button variant="secondary" size="sm" onClick={load}>
              Try again
            </Button>
          )}
          {typeof sent === 'object' &&
            (sent.text === null && sent.look === '' && sent.sources === null ? (
              <p>Nothing yet. Fill in a field to get started.</p>
            ) : (
              <div className="space-y-3">
                {sent.text !== null && <pre className={PROMPT}>{sent.text}</pre>}
                {sent.sources === '' && (
                  <p className="text-muted">
                    From your documents, the passages that fit your message best go along.
                  </p>
                )}
                {sent.sources && <pre className={PROMPT}>{sent.sources}</pre>}
                {sent.look !== '' && (
                  <div>
                    <p className="mb-2 text-muted">With image prompts, this goes along, too:</p>
                    <pre className={PROMPT}>{sent.look}</pre>
                  </div>
                )}
              </div>
            ))}
        </div>
      </div>
    </details>
  );
}
