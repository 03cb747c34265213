import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { OutboxEmailPanel } from '../outbox-page';
import { requireAdmin } from '~/features/accounts/index.server';
import { isOutboxUsed, openOutboxEmail } from '~/features/email/index.server';
import { orThrowResponse } from '~/http/failure.server';
import { errorTitle } from '~/ui/page/error-panel';
import { pageTitle } from '~/ui/page/page';

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireAdmin(request, context);
  const id = isOutboxUsed() ? params.mailId : undefined;
  return { mail: await orThrowResponse(openOutboxEmail(id)) };
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) => [
  { title: pageTitle(data ? data.mail.subject : errorTitle(error)) },
];

export default function Email() {
  return <OutboxEmailPanel mail={useLoaderData<typeof loader>().mail} />;
}
