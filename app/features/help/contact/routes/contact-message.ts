import { bearerUser, optionalUser } from '~/features/accounts/index.server';
import { post, resource } from '~/http/resource.server';

import { answerContactCall, readContactCall } from '../contact-requests.server';

const api = resource(
  /**
   * A suggestion with a bearer token, or a support request from anyone. It counts calls itself, in order to refuse them
   * in its own format.
   */
  post('/api/email/webhook-handler', { access: 'anyone' }, (call) => {
    const { request, context } = call.remix();
    return answerContactCall(readContactCall({ request, context }), async ({ kind }) => {
      const user =
        kind === 'suggestion'
          ? await bearerUser(call.headers.get('authorization'))
          : ((await optionalUser(request, context))?.user ?? null);
      return { user, address: call.address };
    });
  }),
);

export type ContactMessageApi = typeof api;
export const loader = api.loader;
export const action = api.action;
