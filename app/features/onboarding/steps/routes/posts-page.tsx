import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { requireUser } from '~/features/accounts/index.server';
import { orThrowResponse } from '~/http/failure.server';
import { pageTitle } from '~/ui/page/page';

import { APP } from '../../onboarding';
import { PostsStep } from '../components/posts-step';
import { readFirstPosts, readSteps } from '../read-steps.server';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user } = await requireUser(request, context);
  const steps = await readSteps(user.id);
  if (steps === null) throw redirect(APP);
  if (steps.profile === null) throw redirect('/welcome');
  const posts = await orThrowResponse(readFirstPosts(user.id, steps));
  const { name, look } = steps.profile;
  return { ...posts, brand: { name, look } };
}

export const handle = { focused: true };

export const meta: MetaFunction = () => [{ title: pageTitle('Your first posts') }];

export default function Posts() {
  return <PostsStep {...useLoaderData<typeof loader>()} />;
}
