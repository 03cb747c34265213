import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { type ClientLoaderFunctionArgs, useLoaderData } from '@remix-run/react';

import { requireUser } from '~/features/accounts/index.server';
import { ImagePicker, ShownImage } from '~/features/media';
import { orThrowResponse } from '~/http/failure.server';
import { pageTitle } from '~/ui/page/page';
import { preloadMarkdown } from '~/ui/rich-text/markdown-text';

import { BriefPage } from '../briefs/components/brief-page';
import { openBriefPage } from '../briefs/open-brief.server';

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { user } = await requireUser(request, context);
  return orThrowResponse(openBriefPage(user.id, params.briefId));
}

/** Client-side navigations bring texts from the server, which are rendered and sanitized here before they are shown. */
export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  const [data] = await Promise.all([serverLoader<typeof loader>(), preloadMarkdown()]);
  return data;
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: pageTitle(data?.brief.title ?? 'Brief') },
];

const IMAGES = { Shown: ShownImage, Picker: ImagePicker };

export default function Brief() {
  const { brief, rendered } = useLoaderData<typeof loader>();
  return <BriefPage key={brief.id} brief={brief} rendered={rendered} images={IMAGES} />;
}
