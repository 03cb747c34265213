import { useParams } from '@remix-run/react';
import { Square } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

import { showFailure } from '~/features/accounts';
import { withoutCitations } from '~/features/brand';
import { Button } from '~/ui/button';
import { SpinnerIcon } from '~/ui/feedback/progress';
import { toastError } from '~/ui/feedback/toast';

import { useDeletedElsewhere } from '../../conversations/deleted-elsewhere';
import { requestMessageText } from '../../messages/use-messages';
import { readAloud, spokenOf } from '../read-aloud';

const FAILED = 'Your browser couldn’t read this aloud. Try again.';
const NOTHING = 'There’s nothing to read aloud in this answer.';
const NOT_LOADED = 'Couldn’t load this answer. Try again.';

/** Reads an answer aloud while it is mounted, and has the button that stops it at the lower edge of the answer. */
export function ReadingBar({ id, onClose }: { id: string; onClose: () => void }) {
  const [reads, setReads] = useState(false);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  const { conversationId = null } = useParams();
  const deleted = useDeletedElsewhere(conversationId);
  useEffect(() => {
    if (deleted) close.current();
  }, [deleted]);

  useEffect(() => {
    let left = false;
    let stop: (() => void) | undefined;
    const end = (failed: boolean) => {
      if (left) return;
      if (failed) toastError(FAILED);
      close.current();
    };
    requestMessageText(id)
      .then((text) => withoutCitations(id, text))
      .then(spokenOf)
      .then(
        (spoken) => {
          if (left) return;
          if (spoken.parts.length === 0) {
            toastError(NOTHING);
            return close.current();
          }
          setReads(true);
          stop = readAloud(spoken, end);
        },
        (error: unknown) => {
          if (left) return;
          showFailure(error, NOT_LOADED);
          close.current();
        },
      );
    return () => {
      left = true;
      stop?.();
    };
  }, [id]);

  const answer = document.querySelector(`[data-message-id="${CSS.escape(id)}"]`);
  if (!answer) return null;
  return createPortal(
    <div className="sticky bottom-2 mt-2 flex w-fit items-center gap-3 rounded-lg border bg-raised py-1 pr-1 pl-3 text-sm shadow-raised">
      <span role="status" className="flex items-center gap-2">
        {!reads && <SpinnerIcon />}
        {reads ? 'Reading aloud' : 'Getting ready…'}
      </span>
      <Button variant="secondary" size="sm" onClick={onClose}>
        <Square className="size-3 fill-current" aria-hidden="true" />
        Stop reading
      </Button>
    </div>,
    answer,
  );
}
