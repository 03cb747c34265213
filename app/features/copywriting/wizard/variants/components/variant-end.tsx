import type { GenerationState } from '~/engine/generation';
import { Button } from '~/ui/button';
import { TriangleAlert } from '~/ui/shared-icons';

import { variantEndText } from '../variant';

interface VariantEndProps {
  name: string;
  state: GenerationState;
  reason: string | null;
  empty: boolean;
  onContinue: () => void;
  onRegenerate: () => void;
}

/** Why a part is not whole, and what can be done about it. */
export function VariantEnd({
  name,
  state,
  reason,
  empty,
  onContinue,
  onRegenerate,
}: VariantEndProps) {
  const words = variantEndText(state, reason, empty);
  if (!words) return null;
  const failed = state === 'failed';
  return (
    <div
      className={`mt-3 rounded-lg border px-3.5 py-3 text-sm ${failed ? 'border-danger/40 bg-danger-soft' : 'bg-sunken text-muted'}`}
    >
      <div className="flex items-start gap-2.5">
        {failed && (
          <TriangleAlert className="mt-0.5 size-4 shrink-0 text-danger" aria-hidden="true" />
        )}
        <div className="min-w-0">
          <p>{words.text}</p>
          {words.detail && <p className="text-muted wrap-anywhere">{words.detail}</p>}
        </div>
      </div>
      <Button
        variant="secondary"
        size="sm"
        onClick={empty ? onRegenerate : onContinue}
        className="mt-2.5 text-text"
      >
        {empty ? 'Try again' : 'Continue'}
        <span className="sr-only"> {name}</span>
      </Button>
    </div>
  );
}
