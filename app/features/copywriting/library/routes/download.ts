import type { LoaderFunctionArgs } from '@remix-run/node';

import { requireApiUser } from '~/features/accounts/index.server';
import { downloadContent } from '../export/download-content.server';
import { readDownloadFormat } from '../requests.server';
import { answerOrFailure } from '~/lib/http/responses.server';

/** The content as a file: `?as=markdown`, `html` or `text`. */
export function loader({ request, context, params }: LoaderFunctionArgs) {
  return answerOrFailure(async () => {
    const { user } = await requireApiUser(request, context);
    const format = readDownloadFormat(new URL(request.url).searchParams.get('as') ?? 'markdown');
    return downloadContent(user.id, params.id, format);
  });
}
