import { Link } from '@remix-run/react';

import { COMPONENT_KINDS, type ComponentKind, COMPONENTS } from '../../components/component';
import { stepSearch } from '../profile';

import { Check } from '~/ui/shared-icons';

/** The four steps, each with whether there is something in it. */
export function ProfileSteps({
  current,
  missing,
}: {
  current: ComponentKind;
  missing: readonly ComponentKind[];
}) {
  return (
    <nav aria-label="Steps">
      <ol className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {COMPONENT_KINDS.map((kind, index) => {
          const here = kind === current;
          const there = !missing.includes(kind);
          return (
            <li key={kind}>
              <Link
                to={stepSearch(kind)}
                preventScrollReset
                aria-current={here ? 'step' : undefined}
                className={`flex h-full min-h-11 items-center gap-2 rounded-lg border px-3 py-2 text-sm ${
                  here
                    ? 'border-accent bg-accent-soft font-medium'
                    : 'text-muted hover:bg-hover hover:text-text'
                }`}
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
                <span className="sr-only">{there ? '(there)' : '(missing)'}</span>
              </Link>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
