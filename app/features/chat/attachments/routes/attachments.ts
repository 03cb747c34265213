import { nameFromHeader } from '~/http/file-headers';
import { del, get, post, resource } from '~/http/resource.server';

import { removeAttachment, serveAttachment } from '../serve-attachment.server';
import { uploadAttachment } from '../upload-attachment.server';

const api = resource(
  /** Uploads a file: the body is its content, X-File-Name its name. */
  post(
    '/api/attachments',
    { access: 'user', limit: 'attach', node: 'stream' },
    async ({ scope, headers, bytes }) => {
      const name = nameFromHeader(headers.get('x-file-name'));
      return { file: await uploadAttachment({ userId: scope, name, body: bytes() }) };
    },
  ),
  /** The file as it was uploaded. */
  get('/api/attachments/:id', { access: 'user' }, ({ scope, params, headers }) =>
    serveAttachment(scope, params.id, headers.get('if-none-match')),
  ),
  /** Removes an unsent file. */
  del('/api/attachments/:id', { access: 'user', limit: 'attach' }, async ({ scope, params }) => {
    await removeAttachment(scope, params.id);
    return { success: true };
  }),
);

export type AttachmentsApi = typeof api;
export const loader = api.loader;
export const action = api.action;
