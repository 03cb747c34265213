import { Link } from '@remix-run/react';

import { SITE_ACTS } from '~/features/accounts';

import { Moment } from '../components/admin-frame';
import type { ActView } from '../users/user-view';

export function ActLog({ acts, showTarget }: { acts: readonly ActView[]; showTarget: boolean }) {
  if (acts.length === 0) return <p className="text-muted">No admin activity yet.</p>;
  return (
    <ul aria-label="Audit log" className="divide-y rounded-xl border bg-raised">
      {acts.map((act) => (
        <li key={act.id} className="px-4 py-3 text-sm">
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="font-medium wrap-anywhere first-letter:uppercase">
              {act.action.replaceAll('-', ' ')}
            </span>
            <span className="text-muted">
              <Moment at={act.createdAt} />
            </span>
          </p>
          <p className="text-muted wrap-anywhere">
            by {act.actor ?? 'the command line or a deleted account'}
            {act.address !== null && ` from ${act.address}`}
            {showTarget && !SITE_ACTS.has(act.action) && (
              <>
                {' '}
                to{' '}
                {act.targetId === null ? (
                  'no account or a deleted one'
                ) : (
                  <Link
                    to={`/admin/users/${act.targetId}`}
                    className="underline underline-offset-4"
                  >
                    {act.target}
                  </Link>
                )}
              </>
            )}
          </p>
          <Change before={act.before} after={act.after} />
        </li>
      ))}
    </ul>
  );
}

function Change({ before, after }: Pick<ActView, 'before' | 'after'>) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (names.length === 0) return null;
  return (
    <ul className="mt-1 text-muted wrap-anywhere">
      {names.map((name) => (
        <li key={name}>
          {wordsOf(name)}: {before && name in before ? `${valueText(before[name])} → ` : ''}
          {after && name in after ? valueText(after[name]) : '–'}
        </li>
      ))}
    </ul>
  );
}

function wordsOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function valueText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value === null || value === undefined) return 'none';
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number);
}
