import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { requireUser } from '~/features/accounts/index.server';
import { draftTerms } from '~/features/brand/index.server';
import { pageTitle } from '~/ui/page/page';

import { APP } from '../../onboarding';
import { BusinessStep } from '../components/business-step';
import { readBusiness, readSteps } from '../read-steps.server';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user } = await requireUser(request, context);
  const steps = await readSteps(user.id);
  if (steps === null) throw redirect(APP);
  return { ...(await readBusiness(user.id, steps)), demo: draftTerms().demo };
}

/** The shell shows nothing beside the steps. */
export const handle = { focused: true };

export const meta: MetaFunction = () => [{ title: pageTitle('Your business') }];

export default function Business() {
  return <BusinessStep {...useLoaderData<typeof loader>()} />;
}
