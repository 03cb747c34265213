import { post, resource } from '~/http/resource.server';

import { previewDocument, previewFailure } from '../preview-document.server';

const api = resource(
  /** The page that a text makes, for the frame that the text is sent to. Nothing is kept of it. */
  post(
    '/frames/preview',
    {
      access: 'user',
      limit: 'preview',
      // A frame shows what is said as a page; everyone else is answered as by any API.
      failure: (error, headers) =>
        headers.get('Sec-Fetch-Dest') === 'iframe' ? previewFailure(error) : null,
    },
    (call) => previewDocument(call.scope, call.remix().request),
  ),
);

export type PreviewApi = typeof api;
export const loader = api.loader;
export const action = api.action;
