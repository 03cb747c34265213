import { MAX_DOCUMENT_BODY } from '~/http/read-body.server';
import { post, resource } from '~/http/resource.server';

import { askAssistant, parseAssistantCall } from '../ask-assistant.server';

const api = resource(
  /** Answers with `choices[0].message.content`. */
  post(
    '/api/tools/helpmenuassistant',
    { access: 'user', limit: 'help', body: parseAssistantCall, maxBody: MAX_DOCUMENT_BODY },
    ({ scope, body, signal }) => askAssistant(body, scope, signal),
  ),
);

export type HelpAssistantApi = typeof api;
export const loader = api.loader;
export const action = api.action;
