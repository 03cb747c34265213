import { nameFromHeader } from '~/http/file-headers';
import { del, get, post, resource } from '~/http/resource.server';

import { cancelDeletion, requestDeletion } from '../../deletion/request-deletion.server';
import { linkTexts } from '../../emails/send-account-email.server';
import { requestEmailChange } from '../../email-address/email-actions.server';
import { answerAccountForm, clientOf } from '../../forms/answers.server';
import { keepAccountForm } from '../../forms/keep-form';
import { readChangeEmail, readChangePassword } from '../../forms/submissions.server';
import { addPassword, changePassword, ownsPassword } from '../../passwords/change-password.server';
import { removeOwnPhoto, setOwnPhoto } from '../../photo/change-own-photo.server';
import { photos } from '../../photo/photo-objects.server';
import { requireUser } from '../../sessions/guards.server';
import { rememberSignedIn } from '../../sessions/known-device.server';
import { ACCOUNT_TEXTS } from '../../texts';
import { changeNames, chooseTimeZone } from '../settings-actions.server';
import { parseNames, parseTimeZone } from '../schema';

const api = resource(
  post(
    '/api/account/names',
    { access: 'user', limit: 'account-change', body: parseNames },
    async ({ scope, body }) => {
      await changeNames(scope, body);
      return { success: true };
    },
  ),
  /** The time zone to show dates and times in; null for the browser's. */
  post(
    '/api/account/time-zone',
    { access: 'user', limit: 'account-change', body: parseTimeZone },
    async ({ scope, body }) => {
      await chooseTimeZone(scope, body);
      return { success: true };
    },
  ),

  /** The person's current photo, even if the URL names another one. */
  get('/api/account/picture', { access: 'user' }, ({ user, headers }) =>
    photos.serve(user.id, user.pictureId, headers.get('if-none-match')),
  ),
  /** A new photo, as the bytes of a file, which may be more than Remix accepts. */
  post(
    '/api/account/picture',
    { access: 'user', limit: 'account-change', node: 'stream' },
    async ({ scope, headers, bytes }) => {
      const name = nameFromHeader(headers.get('x-file-name'));
      return { pictureId: await setOwnPhoto(scope, name, bytes()) };
    },
  ),
  del('/api/account/picture', { access: 'user', limit: 'account-change' }, async ({ scope }) => {
    await removeOwnPhoto(scope);
    return { pictureId: null };
  }),

  // Remix forms: a navigation leads to sign-in, and the page's error boundary shows that the session has ended.
  post('/api/account/email', { access: 'anyone', form: true }, async (call) => {
    const { request, context } = call.remix();
    const found = await requireUser(request, context);
    const { email: current } = found.user;
    return answerAccountForm(readChangeEmail({ request, context }, current), async ({ email }) => {
      await requestEmailChange(found, email, clientOf(request, context));
      return linkTexts().changeSent(email, current);
    });
  }),
  post('/api/account/password', { access: 'anyone', form: true }, async (call) => {
    const { request, context } = call.remix();
    const found = await requireUser(request, context);
    const changes = await ownsPassword(found.user.id);
    return answerAccountForm(readChangePassword({ request, context }, changes), async (fields) => {
      const client = clientOf(request, context);
      if (changes) await changePassword(found, fields, client);
      else await addPassword(found, fields.newPassword, client);
      call.keepCookies(await rememberSignedIn(found, client));
      return changes ? ACCOUNT_TEXTS.passwordChanged : ACCOUNT_TEXTS.passwordAdded;
    });
  }),

  /** Requests the account's deletion, and answers when it will be deleted. */
  post(
    '/api/account/deletion',
    { access: 'user', limit: 'account-change' },
    async ({ session }) => ({ deletion: await requestDeletion(session, new Date()) }),
  ),
  /** Withdraws the request. */
  del('/api/account/deletion', { access: 'user', limit: 'account-change' }, async ({ session }) => {
    await cancelDeletion(session);
    return { deletion: null };
  }),
);

export type AccountApi = typeof api;
export const loader = api.loader;
export const action = api.action;
export const clientAction = keepAccountForm<typeof answerAccountForm>;
