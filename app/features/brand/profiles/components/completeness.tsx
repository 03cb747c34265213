import { Link } from '@remix-run/react';
import { CircleCheck, CircleDashed } from 'lucide-react';

import { Check } from '~/ui/display/shared-icons';

import { COMPONENT_KINDS, type ComponentKind, COMPONENTS } from '../../components/component';
import { listText, type ProfileChoice, type Step, stepSearch } from '../profile';
import { OTHER_STEPS } from './other-steps';

/** "Complete", or the names of what is missing. */
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

const STEP =
  'flex h-full min-h-11 items-center gap-2 rounded-lg border px-3 py-2 text-sm text-muted hover:bg-hover hover:text-text aria-[current=step]:border-accent aria-[current=step]:bg-accent-soft aria-[current=step]:font-medium aria-[current=step]:text-text';

/** The four steps, each with whether it has been filled in, and those that completeness doesn't ask for. */
export function ProfileSteps({
  current,
  missing,
}: {
  current: Step;
  missing: readonly ComponentKind[];
}) {
  return (
    <nav aria-label="Steps">
      <ol className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {COMPONENT_KINDS.map((kind, index) => {
          const there = !missing.includes(kind);
          return (
            <li key={kind}>
              <Link
                to={stepSearch(kind)}
                preventScrollReset
                aria-current={kind === current ? 'step' : undefined}
                className={STEP}
              >
                <span
                  aria-hidden="true"
                  className={`grid size-5 shrink-0 place-items-center rounded-full text-xs font-semibold ${
                    there ? 'bg-success-soft text-success' : 'border border-border-strong'
                  }`}
                >
                  {there ? <Check className="size-3" /> : index + 1}
                </span>
                <span className="min-w-0">{COMPONENTS[kind].label}</span>
                <span className="sr-only">{there ? '(started)' : '(empty)'}</span>
              </Link>
            </li>
          );
        })}
        {OTHER_STEPS.map(({ step, label, Icon }) => (
          <li key={step}>
            <Link
              to={stepSearch(step)}
              preventScrollReset
              aria-current={current === step ? 'step' : undefined}
              className={STEP}
            >
              <Icon className="size-5 shrink-0" aria-hidden="true" />
              {label}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
