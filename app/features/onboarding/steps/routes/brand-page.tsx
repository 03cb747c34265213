import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { requireUser } from '~/features/accounts/index.server';
import { orThrowResponse } from '~/http/failure.server';
import { pageTitle } from '~/ui/page/page';

import { APP } from '../../onboarding';
import { BrandStep } from '../components/brand-step';
import { readBrandToMeet, readSteps } from '../read-steps.server';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user } = await requireUser(request, context);
  const steps = await readSteps(user.id);
  if (steps === null) throw redirect(APP);
  if (steps.profile === null) throw redirect('/welcome');
  return orThrowResponse(readBrandToMeet(user.id, steps.profile.id, steps));
}

export const handle = { focused: true };

export const meta: MetaFunction = () => [{ title: pageTitle('Your brand') }];

export default function Brand() {
  const data = useLoaderData<typeof loader>();
  return <BrandStep key={data.profile.id} {...data} />;
}
