import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData, useLocation } from '@remix-run/react';

import { requireUser } from '~/features/accounts/index.server';
import { ImageStudio } from '../components/image-studio';
import { TrainingPage } from '../../loras/components/training-page';
import { readImageStudio } from '../../studio/read-studio.server';
import { MediaCards, mediaCardOf, shellTexts } from '~/features/site';
import { pageTitle } from '~/ui/page/page';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user } = await requireUser(request, context);
  return { data: isTraining(new URL(request.url)) ? null : await readImageStudio(user.id) };
}

/** Whether this is the page of LoRAs, which shares this address. */
function isTraining({ pathname, search }: { pathname: string; search: string }): boolean {
  return mediaCardOf(pathname, search)?.id === 'train-lora';
}

function titleOf({ pathname, search }: { pathname: string; search: string }): string {
  return mediaCardOf(pathname, search)?.title ?? shellTexts.mediaCreator;
}

/** What the shell shows in the sidebar. */
export const handle = { sidebar: MediaCards };

export const meta: MetaFunction = ({ location }) => [{ title: pageTitle(titleOf(location)) }];

export default function MediaCreator() {
  const { data } = useLoaderData<typeof loader>();
  const title = titleOf(useLocation());
  if (data === null) return <TrainingPage title={title} />;
  return <ImageStudio title={title} data={data} />;
}
