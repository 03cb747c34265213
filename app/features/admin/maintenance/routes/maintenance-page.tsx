import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { MaintenancePanel } from '../maintenance-panel';
import { requireAdmin } from '~/features/accounts/index.server';
import { readMaintenance } from '~/features/site/index.server';
import { pageTitle } from '~/ui/page/page';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user } = await requireAdmin(request, context);
  const now = new Date();
  const { announced, operatorUntil } = await readMaintenance(now);
  return {
    announced: announced && { text: announced.text, until: announced.until.toISOString() },
    operatorUntil: operatorUntil?.toISOString() ?? null,
    timeZone: user.timeZone ?? 'UTC',
    now: now.toISOString(),
  };
}

export const meta: MetaFunction = () => [{ title: pageTitle('Maintenance') }];

export default function Maintenance() {
  return <MaintenancePanel {...useLoaderData<typeof loader>()} />;
}
