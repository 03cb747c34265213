import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { type ClientLoaderFunctionArgs, useLoaderData, useNavigate } from '@remix-run/react';

import { requireUser } from '~/features/accounts/index.server';
import { beginConversationWith } from '~/features/chat';
import { ImagePicker, ShownImage } from '~/features/media';
import { orThrowResponse } from '~/http/failure.server';
import { pageTitle } from '~/ui/page/page';
import { preloadMarkdown } from '~/ui/rich-text/markdown-text';

import { ContentPage } from '../content/components/content-page';
import { openContent } from '../content/open-content.server';

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { user } = await requireUser(request, context);
  return orThrowResponse(openContent(user.id, params.categoryId, params.contentId));
}

/** Client-side navigations bring a text from the server, which is rendered and sanitized here before it is shown. */
export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  const [data] = await Promise.all([serverLoader<typeof loader>(), preloadMarkdown()]);
  return data;
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: pageTitle(data?.content.title ?? 'Saved content') },
];

const IMAGES = { Shown: ShownImage, Picker: ImagePicker };

export default function SavedContent() {
  const { content, folders } = useLoaderData<typeof loader>();
  const navigate = useNavigate();
  return (
    <ContentPage
      key={content.id}
      content={content}
      folders={folders}
      images={IMAGES}
      discuss={async (text) => navigate(`/ai-lab/chat/${await beginConversationWith(text)}`)}
    />
  );
}
