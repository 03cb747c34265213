import { Link } from '@remix-run/react';

import type { Setting } from './read-configuration.server';
import { AdminHeading } from '../components/admin-frame';

export function ConfigurationPage({ settings }: { settings: readonly Setting[] }) {
  return (
    <>
      <AdminHeading title="Configuration">
        What the app reads from its environment. Changes count from the next start on. Secrets are
        not shown. Whether what is set works is tested under{' '}
        <Link to="/admin/connections" className="underline underline-offset-4">
          Connections
        </Link>
        .
      </AdminHeading>
      <dl aria-label="Variables" className="divide-y rounded-xl border bg-raised text-sm">
        {settings.map((setting) => (
          <div
            key={setting.name}
            className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 px-4 py-2.5"
          >
            <dt className="font-mono text-[0.8125rem] wrap-anywhere">{setting.name}</dt>
            <dd className="min-w-0 text-right wrap-anywhere">
              <Value setting={setting} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Value({ setting: { isSet, isSecret, value } }: { setting: Setting }) {
  if (isSecret) return isSet ? <>set, not shown</> : <span className="text-muted">not set</span>;
  if (value === '') return <span className="text-muted">not set</span>;
  return (
    <>
      {value}
      {!isSet && <span className="text-muted"> (default)</span>}
    </>
  );
}
