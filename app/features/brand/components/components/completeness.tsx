import { CircleCheck, CircleDashed } from 'lucide-react';

import { COMPONENT_LABELS } from '../component-guide';
import { inWords } from '../../profiles/deletion-text';
import type { ProfileChoice } from '../../profiles/profile';

/** Complete, or what is missing, by name. */
export function Completeness({ missing }: Pick<ProfileChoice, 'missing'>) {
  if (missing.length === 0) {
    return (
      <span className="inline-flex items-center gap-1.5 text-sm text-success">
        <CircleCheck className="size-4 shrink-0" aria-hidden="true" />
        Complete
      </span>
    );
  }
  return (
    <span className="inline-flex items-start gap-1.5 text-sm text-muted">
      <CircleDashed className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      Missing: {inWords(missing.map((kind) => COMPONENT_LABELS[kind]))}
    </span>
  );
}
