import { CircleAlert, CircleCheck } from 'lucide-react';

import { SpinnerIcon } from '~/ui/spinner';

import type { LoraView } from '../../media';
import { STATE_WORDS } from '../lora-words';

const LOOK: Record<LoraView['state'], string> = {
  draft: 'bg-sunken text-muted',
  training: 'bg-accent-soft text-accent',
  ready: 'bg-success-soft text-success',
  failed: 'bg-danger-soft text-danger',
  cancelled: 'bg-sunken text-muted',
};

/** How a LoRA stands. */
export function StateBadge({ state }: { state: LoraView['state'] }) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-xs font-medium whitespace-nowrap ${LOOK[state]}`}
    >
      {state === 'training' && <SpinnerIcon />}
      {state === 'ready' && <CircleCheck className="size-3.5" aria-hidden="true" />}
      {state === 'failed' && <CircleAlert className="size-3.5" aria-hidden="true" />}
      {STATE_WORDS[state]}
    </span>
  );
}
