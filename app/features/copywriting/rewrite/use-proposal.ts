import { useCallback, useEffect, useRef, useState } from 'react';

import {
  begin,
  follow,
  type GenerationState,
  isRunning,
  liveText,
  stop as stopText,
  useLiveText,
} from '~/engine/generation';
import { showFailure } from '~/features/accounts';
import { type Refused, refusedBy } from '~/features/billing';
import { client } from '~/http/client';

import type { FormatId } from '../formats/formats';
import { cleanRewrite } from './clean-rewrite';
import type { RewriteChoice } from './rewrite';
import type { RewritesApi } from './routes/rewrites';
import { rewriteTexts } from './texts';

const api = client<RewritesApi>();

/** How far another wording is. */
export interface Proposal {
  /** Which attempt it is. */
  number: number;
  choice: RewriteChoice;
  /** `refused`: it did not begin. */
  state: GenerationState | 'refused';
  running: boolean;
  /** As it would stand in the text; while it is being written, what there is of it. */
  text: string;
  /** Why it failed or was refused, where someone said it. */
  reason: string | null;
  /** Why it did not begin. */
  refused: Refused | null;
}

interface Attempt {
  number: number;
  /** Null until the server has begun. */
  id: string | null;
  refused: Refused | null;
  /** Stopped before the server had begun. */
  canceled: boolean;
}

const NO_ATTEMPT: Attempt = { number: 0, id: null, refused: null, canceled: false };

/** Other wordings of passages, one at a time: a new one takes the place of the last, which is stopped. */
export function useProposal(written: { formatId: FormatId | null; profileId: string | null }) {
  const { formatId, profileId } = written;
  const [choice, setChoice] = useState<RewriteChoice | null>(null);
  const [attempt, setAttempt] = useState<Attempt>(NO_ATTEMPT);
  /** Counts the attempts, so that an answer to an older one is known for it. */
  const latest = useRef(0);
  const runningId = useRef<string | null>(null);
  const live = useLiveText(attempt.id ?? '');

  const leave = useCallback(() => {
    latest.current += 1;
    const id = runningId.current;
    runningId.current = null;
    if (id !== null) stopQuietly(id);
  }, []);
  useEffect(() => leave, [leave]);

  function start(next: RewriteChoice) {
    leave();
    const number = latest.current;
    setChoice(next);
    const attempt = { ...NO_ATTEMPT, number };
    setAttempt(attempt);
    const { action, word, note, selection } = next;
    const { text, before, after } = selection;
    const body = {
      ...{ text, before, after, action, note, formatId, profileId },
      ...(action === 'tone' && { tone: word }),
      ...(action === 'translate' && { language: word }),
    };
    begin<{ id: string }>(api.post('/api/passages', { body }), {
      idOf: ({ id }) => id,
      lost: (id) => void follow(id),
    }).then(
      ({ id }) => {
        if (number !== latest.current) return stopQuietly(id);
        runningId.current = id;
        setAttempt({ ...attempt, id });
      },
      (error: unknown) => {
        if (number !== latest.current) return;
        setAttempt({ ...attempt, refused: refusedBy(error, rewriteTexts.beginFailed) });
      },
    );
  }

  async function stop() {
    const id = runningId.current;
    if (id === null) {
      leave();
      setAttempt({ ...attempt, canceled: true });
      return;
    }
    try {
      await stopText(id);
    } catch (error) {
      showFailure(error, rewriteTexts.stopFailed);
    }
  }

  function discard() {
    leave();
    setChoice(null);
  }

  const state: Proposal['state'] =
    (attempt.refused !== null && 'refused') ||
    (attempt.canceled && 'stopped') ||
    (live?.state ?? 'queued');
  const proposal: Proposal | null = choice && {
    number: attempt.number,
    choice,
    state,
    running: state !== 'refused' && isRunning(state),
    text: cleanRewrite(choice.selection.text, live?.text ?? ''),
    reason: live?.reason ?? null,
    refused: attempt.refused,
  };
  return { proposal, start, stop, discard };
}

/** No one waits for it any more. */
function stopQuietly(id: string): void {
  const running = isRunning(liveText(id)?.state ?? 'queued');
  // Should it fail, the text ends by itself, and is removed after a day.
  if (running) stopText(id).catch(() => {});
}
