import { nameFromHeader } from '~/http/file-headers';
import { input } from '~/http/input.server';
import { post, resource } from '~/http/resource.server';

import { websiteToRead } from '../../schema';
import { readFileMaterial, readWebsiteMaterial } from '../read-material.server';

const api = resource(
  /** The text of a website, to be looked at before a draft is made from it. */
  post(
    '/api/brand-material/website',
    { access: 'user', limit: 'read-website', body: input(websiteToRead) },
    ({ scope, body, signal }) => readWebsiteMaterial(scope, body.address, signal),
  ),
  /** The text of a file: the body is its content, X-File-Name its name. */
  post(
    '/api/brand-material/file',
    { access: 'user', limit: 'read-file', node: 'stream' },
    ({ scope, headers, bytes, signal }) => {
      const name = nameFromHeader(headers.get('x-file-name'));
      return readFileMaterial(scope, { name, body: bytes() }, signal);
    },
  ),
);

export type MaterialApi = typeof api;
export const loader = api.loader;
export const action = api.action;
