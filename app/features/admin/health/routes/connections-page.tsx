import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';

import { AdminHeading } from '../../components/admin-frame';
import { ConnectionTests } from '../connection-tests';
import { requireAdmin } from '~/features/accounts/index.server';
import { describeConnections } from '../describe-connections.server';
import { buttonClass } from '~/ui/button';
import { pageTitle } from '~/ui/page/page';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin(request, context);
  return { connections: describeConnections() };
}

export const meta: MetaFunction = () => [{ title: pageTitle('Connections') }];

export default function AdminConnections() {
  const { connections } = useLoaderData<typeof loader>();
  return (
    <>
      <AdminHeading title="Connections">
        The services behind this site, to be tested. AI, images, video, and email are connected
        under{' '}
        <Link to="/admin/providers" className="underline underline-offset-4">
          Providers
        </Link>
        , or on the server by environment variables, like the others.
      </AdminHeading>
      <ConnectionTests connections={connections} />
      <Link to="/ai-lab" className={`${buttonClass({ variant: 'secondary' })} mt-8`}>
        Open the chat
      </Link>
    </>
  );
}
