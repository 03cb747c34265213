import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';

import { ActLog } from '../act-log';
import { AdminHeading } from '../../components/admin-frame';
import { readLog } from '../read-log.server';
import { requireAdmin } from '~/features/accounts/index.server';
import { buttonClass } from '~/ui/button';
import { pageTitle } from '~/ui/page/page';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin(request, context);
  return readLog(new URL(request.url).searchParams);
}

export const meta: MetaFunction = () => [{ title: pageTitle('Audit log') }];

export default function Log() {
  const { acts, cursor } = useLoaderData<typeof loader>();
  return (
    <>
      <AdminHeading title="Audit log">
        Everything admins did, here and on the command line.
      </AdminHeading>
      <ActLog acts={acts} showTarget />
      {cursor !== null && (
        <p className="mt-4">
          <Link
            to={`?before=${encodeURIComponent(cursor)}`}
            className={buttonClass({ variant: 'secondary', size: 'sm' })}
          >
            Older
          </Link>
        </p>
      )}
    </>
  );
}
