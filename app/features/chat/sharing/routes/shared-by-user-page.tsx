import type {
  ActionFunctionArgs,
  HeadersFunction,
  LoaderFunctionArgs,
  MetaFunction,
} from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';

import { SharedConversation } from '../components/shared-conversation';
import { answerContinue, loadShare, SHARE_HEADERS } from '../share-page.server';
import { errorTitle } from '~/ui/page/error-panel';
import { pageTitle } from '~/ui/page/page';

export function loader({ request, context, params }: LoaderFunctionArgs) {
  return loadShare({ shareId: params.shareId, userId: params.userId }, request, context);
}

export function action({ request, context, params }: ActionFunctionArgs) {
  return answerContinue({ shareId: params.shareId, userId: params.userId }, request, context);
}

export const headers: HeadersFunction = () => SHARE_HEADERS;

export const meta: MetaFunction<typeof loader> = ({ data, error }) => [
  { title: pageTitle(data?.title ?? errorTitle(error)) },
  { name: 'robots', content: 'noindex, nofollow' },
];

export default function Shared() {
  const share = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return <SharedConversation {...share} error={result?.error} />;
}
