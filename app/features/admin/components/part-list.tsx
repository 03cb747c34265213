import { Link } from '@remix-run/react';
import { CircleCheck, CircleDashed, CircleHelp, CircleX, Minus } from 'lucide-react';

import type { PartHealth } from '../health/part-health';

import { useHealth } from '../health/use-health';
import { Moment } from './moment';

const STATES = {
  works: { text: 'Works', icon: CircleCheck, className: 'text-success' },
  fails: { text: 'Does not work', icon: CircleX, className: 'font-medium text-danger' },
  unknown: { text: 'Answers', icon: CircleHelp, className: 'text-muted' },
  unused: { text: 'Not in use', icon: Minus, className: 'text-muted' },
  asking: { text: 'Being looked at', icon: CircleDashed, className: 'text-muted' },
} as const;

/** The parts that the site works with: how each is set, whether it works, and what to do about one that does not. */
export function PartList({ loaded }: { loaded: PartHealth[] }) {
  const parts = useHealth(loaded);
  return (
    <section aria-labelledby="parts" className="mt-10">
      <h2 id="parts" className="font-display text-lg font-semibold">
        Parts
      </h2>
      <p className="mt-1 text-sm text-pretty text-muted">
        Those that are elsewhere are asked every few minutes while somebody looks here. The tests
        under{' '}
        <Link to="/admin/connections" className="underline underline-offset-4">
          Connections
        </Link>{' '}
        try more.
      </p>
      <ul aria-labelledby="parts" className="mt-3 divide-y rounded-xl border bg-raised text-sm">
        {parts.map((part) => (
          <PartRow key={part.name} part={part} />
        ))}
      </ul>
    </section>
  );
}

function PartRow({ part: { name, setting, state, text, checkedAt } }: { part: PartHealth }) {
  const { text: word, icon: Icon, className } = STATES[state];
  return (
    <li className="px-4 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p className="min-w-0 flex-1 basis-56">
          <span className="font-medium">{name}</span>{' '}
          <span className="text-muted wrap-anywhere">{setting}</span>
        </p>
        <p className="flex flex-wrap items-center gap-x-3">
          <span className={`inline-flex items-center gap-1.5 ${className}`}>
            <Icon className="size-4 shrink-0" aria-hidden="true" />
            {word}
          </span>
          {checkedAt !== null && (
            <span className="text-muted">
              <Moment at={checkedAt} />
            </span>
          )}
        </p>
      </div>
      {text !== '' && (
        <p className={`mt-1 text-pretty ${state === 'fails' ? '' : 'text-muted'}`}>{text}</p>
      )}
    </li>
  );
}
