import { CircleAlert, CircleCheck, Clock } from 'lucide-react';

import { SpinnerIcon } from '~/ui/spinner';

import type { LoraView } from '../../media';
import { stateWord } from '../lora-words';

const LOOK: Record<LoraView['state'], string> = {
  draft: 'bg-sunken text-muted',
  training: 'bg-accent-soft text-accent',
  ready: 'bg-success-soft text-success',
  failed: 'bg-danger-soft text-danger',
  cancelled: 'bg-sunken text-muted',
};

/** How a LoRA stands. */
export function StateBadge({ lora }: { lora: Pick<LoraView, 'state' | 'waiting' | 'elsewhere'> }) {
  const { waiting, elsewhere } = lora;
  // It is here, but makes nothing.
  const state = elsewhere ? 'draft' : lora.state;
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-xs font-medium whitespace-nowrap ${LOOK[state]}`}
    >
      {waiting && <Clock className="size-3.5" aria-hidden="true" />}
      {state === 'training' && !waiting && <SpinnerIcon />}
      {state === 'ready' && <CircleCheck className="size-3.5" aria-hidden="true" />}
      {state === 'failed' && <CircleAlert className="size-3.5" aria-hidden="true" />}
      {stateWord(lora)}
    </span>
  );
}
