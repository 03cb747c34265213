import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLocation } from '@remix-run/react';

import { requireUser } from '~/features/auth/index.server';
import { MediaCards, mediaCardOf, shellMessages } from '~/features/shell';
import { Page } from '~/ui/page';
import { pageTitle } from '~/ui/page-title';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  return null;
}

function titleOf({ pathname, search }: { pathname: string; search: string }): string {
  return mediaCardOf(pathname, search)?.title ?? shellMessages.mediaCreator;
}

/** What the shell shows in the sidebar. */
export const handle = { sidebar: MediaCards };

export const meta: MetaFunction = ({ location }) => [{ title: pageTitle(titleOf(location)) }];

const NOT_CHOSEN =
  'Here you will make images and videos for your brand. This section is not ready yet.';

const LINES: Record<string, string> = {
  generate:
    'Here you will generate images from a description, in your brand’s style. This section is not ready yet.',
  'train-lora':
    'Here you will teach an image model your product or look from a handful of pictures. This section is not ready yet.',
};

export default function MediaCreator() {
  const location = useLocation();
  const card = mediaCardOf(location.pathname, location.search);
  return <Page title={titleOf(location)} intro={LINES[card?.id ?? ''] ?? NOT_CHOSEN} />;
}
