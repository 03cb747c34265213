import { useEffect, useRef, useState } from 'react';

import { newClientKey } from '~/lib/client-key';
import { onSignedOut, refusalText, RequestRefused } from '~/http/client';

import type { JobView, LoraDetails, LoraList } from '../../media';
import { loraTexts } from '../texts';
import { lorasApi } from '../../media-requests';
import { missingFor, type Missing } from '../lora-text';
import type { Unsaved } from '../images/use-saved-text';

export interface StartTraining {
  confirmed: boolean;
  confirm(confirmed: boolean): void;
  /** An image was added: the confirmation was about the others. */
  unconfirm(): void;
  /** What was missing at the last try. */
  missing: readonly Missing[];
  pending: boolean;
  error: string | null;
  start(): Promise<void>;
}

interface StartTrainingProps {
  lora: LoraDetails;
  limits: LoraList['limits'];
  unsaved: Unsaved;
  onStarted: (job: JobView) => void;
  /** Leads to the first thing that is missing. */
  onMissing: (what: Missing) => void;
}

/** Starts a training, once nothing is missing and everything typed is saved. */
export function useStartTraining({
  lora,
  limits,
  unsaved,
  onStarted,
  onMissing,
}: StartTrainingProps): StartTraining {
  const [confirmed, setConfirmed] = useState(lora.rightsConfirmedAt !== null);
  const [tried, setTried] = useState(false);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  // A request that got no answer and is sent again starts one training.
  const key = useRef<string | null>(null);
  const missing = missingFor(lora, limits, confirmed);

  async function request() {
    let signedOut = false;
    const stop = onSignedOut(() => (signedOut = true));
    try {
      key.current ??= newClientKey();
      const job = await lorasApi.post('/api/media/loras/:id/train', {
        params: { id: lora.id },
        body: { clientKey: key.current, rightsConfirmed: true },
      });
      key.current = null;
      onStarted(job);
    } catch (failure) {
      // A refused request started nothing, so the next one needs a new key.
      if (failure instanceof RequestRefused && failure.status < 500) key.current = null;
      if (!signedOut) setError(refusalText(failure, loraTexts.trainFailed));
    } finally {
      stop();
      setPending(false);
    }
  }

  // A new object each time that everything is saved: the next render then has the saved texts.
  const [saved, setSaved] = useState<object | null>(null);
  const proceed = useRef<() => void>(() => {});
  useEffect(() => {
    proceed.current = () => {
      const [first] = missing;
      if (first === undefined) {
        void request();
        return;
      }
      setTried(true);
      setPending(false);
      onMissing(first);
    };
  });
  useEffect(() => {
    if (saved !== null) proceed.current();
  }, [saved]);

  async function start() {
    if (pending) return;
    setPending(true);
    setError(null);
    const outcomes = await Promise.all([...unsaved.values()].map((save) => save()));
    if (outcomes.includes(false)) {
      setError(loraTexts.unsaved);
      setPending(false);
    } else {
      setSaved({});
    }
  }

  return {
    confirmed,
    confirm: setConfirmed,
    unconfirm: () => setConfirmed(false),
    missing: tried ? missing : [],
    pending,
    error,
    start,
  };
}
