import { CircleCheck, CircleDashed } from 'lucide-react';

import { listText, type ProfileChoice } from '../../profiles/profile';
import { COMPONENTS } from '../component';

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
      Missing: {listText(missing.map((kind) => COMPONENTS[kind].label))}
    </span>
  );
}
