import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData, type ShouldRevalidateFunction } from '@remix-run/react';

import { requireUser } from '~/features/accounts/index.server';
import { VideoStudio } from '../components/video-studio';
import { readVideoStudio } from '../../studio/read-studio.server';
import { MediaCards, shellTexts } from '~/features/site';
import { pageTitle } from '~/ui/page/page';

const { title } = shellTexts.mediaCards.video;

/** `?from=`: an image that the next video begins with; `?like=`: a video whose settings it takes. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user } = await requireUser(request, context);
  return { data: await readVideoStudio(user.id) };
}

/** The rest of the address is for the form. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}) => currentUrl.pathname !== nextUrl.pathname && defaultShouldRevalidate;

/** What the shell shows in the sidebar. */
export const handle = { sidebar: MediaCards };

export const meta: MetaFunction = () => [{ title: pageTitle(title) }];

export default function VideoGen() {
  const { data } = useLoaderData<typeof loader>();
  return <VideoStudio title={title} data={data} />;
}
