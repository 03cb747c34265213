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
  /** Other images came: what was confirmed was of others. */
  unconfirm(): void;
  /** What was missing when it was tried. */
  missing: readonly Missing[];
  pending: boolean;
  error: string | null;
  start(): Promise<void>;
}

interface StartTrainingProps {
  lora: LoraDetails;
  limits: LoraList['limits'];
  unsaved: Unsaved;
  onBegun: (job: JobView) => void;
  /** Where to go on, as the first thing that is missing. */
  onMissing: (what: Missing) => void;
}

/** Begins a training, once nothing is missing and all that was typed is kept. */
export function useStartTraining({
  lora,
  limits,
  unsaved,
  onBegun,
  onMissing,
}: StartTrainingProps): StartTraining {
  const [confirmed, setConfirmed] = useState(lora.rightsConfirmedAt !== null);
  const [tried, setTried] = useState(false);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  // Asked again, because the first answer did not arrive, it is begun once.
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
      onBegun(job);
    } catch (failure) {
      // Refused, it was not begun: the next one is another.
      if (failure instanceof RequestRefused && failure.status < 500) key.current = null;
      if (!signedOut) setError(refusalText(failure, loraTexts.trainFailed));
    } finally {
      stop();
      setPending(false);
    }
  }

  // Another object each time that all is kept: the next rendering knows what was kept just now.
  const [kept, setKept] = useState<object | null>(null);
  const begin = useRef<() => void>(() => {});
  useEffect(() => {
    begin.current = () => {
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
    if (kept !== null) begin.current();
  }, [kept]);

  async function start() {
    if (pending) return;
    setPending(true);
    setError(null);
    const outcomes = await Promise.all([...unsaved.values()].map((keep) => keep()));
    if (outcomes.includes(false)) {
      setError(loraTexts.unsaved);
      setPending(false);
    } else {
      setKept({});
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
