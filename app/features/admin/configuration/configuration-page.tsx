import { Link } from '@remix-run/react';

import type { Setting } from './read-configuration.server';
import { AdminHeading } from '../components/admin-frame';

interface ConfigurationPageProps {
  version: string;
  settings: readonly Setting[];
}

export function ConfigurationPage({ version, settings }: ConfigurationPageProps) {
  return (
    <>
      <AdminHeading title="Configuration">
        The environment variables the app reads at its start. Secrets aren’t shown. Test them under{' '}
        <Link to="/admin/connections" className="underline underline-offset-4">
          Connections
        </Link>
        .
      </AdminHeading>
      <p className="mb-4 text-sm">
        Brandwright {version} ·{' '}
        <Link to="/licenses" className="underline underline-offset-4">
          Third-party licenses
        </Link>
      </p>
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
  if (isSecret) return isSet ? <>set (hidden)</> : <span className="text-muted">not set</span>;
  if (value === '') return <span className="text-muted">not set</span>;
  return (
    <>
      {value}
      {!isSet && <span className="text-muted"> (default)</span>}
    </>
  );
}
