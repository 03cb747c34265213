import { nameFromHeader } from '~/http/file-headers';
import { input, type Input } from '~/http/input.server';
import { MAX_DOCUMENT_BODY } from '~/http/read-body.server';
import { del, get, patch, post, Reply, resource } from '~/http/resource.server';
import { AppError } from '~/lib/errors';

import { isComponentKind } from '../../components/component';
import {
  chooseComponent,
  type ComponentSave,
  saveComponent,
} from '../../components/component-actions.server';
import { continueDraft, requestDraft } from '../../drafting/draft-actions.server';
import { readSent } from '../../grounding/read-grounding.server';
import { removeLogo, saveLook, serveLogo, setLogo } from '../../look/look-actions.server';
import {
  componentSave,
  draftRequest,
  duplication,
  lookSave,
  newProfile,
  profileChange,
  profileSelection,
} from '../../schema';
import { profilesTexts } from '../../texts';
import { deleteProfile, readDeletion } from '../delete-profile.server';
import { readProfileList } from '../open-profile.server';
import {
  createProfile,
  duplicateProfile,
  renameProfile,
  selectProfile,
} from '../profile-actions.server';

/** Passes the body through: which texts it may have depends on the kind in the address. */
const anySave: Input<ComponentSave, unknown> = (body) => body;

const api = resource(
  /** All profiles by name, and which one is stored on the user. */
  get('/api/profiles', { access: 'user' }, ({ scope }) => readProfileList(scope)),
  post(
    '/api/profiles',
    { access: 'user', limit: 'profile-change', body: input(newProfile) },
    async ({ scope, body }) => ({ id: await createProfile(scope, body.name) }),
  ),
  /** Selects a profile. With null, each browser uses the one that it remembers. */
  post(
    '/api/profiles/selection',
    { access: 'user', limit: 'profile-change', body: input(profileSelection) },
    async ({ scope, body }) => {
      await selectProfile(scope, body.profileId);
      return { success: true };
    },
  ),

  /** Renames the profile, or changes one of its components. */
  patch(
    '/api/profiles/:id',
    { access: 'user', limit: 'profile-change', body: input(profileChange) },
    async ({ scope, params, body }) => {
      if ('name' in body) await renameProfile(scope, params.id, body);
      else await chooseComponent(scope, params.id, body.version, body);
      return { success: true };
    },
  ),
  del(
    '/api/profiles/:id',
    { access: 'user', limit: 'profile-change' },
    async ({ scope, params }) => {
      await deleteProfile(scope, params.id);
      return { success: true };
    },
  ),
  /** The consequences of deleting it, for the question before. */
  get('/api/profiles/:id/deletion', { access: 'user' }, ({ scope, params }) =>
    readDeletion(scope, params.id),
  ),
  post(
    '/api/profiles/:id/duplicate',
    { access: 'user', limit: 'profile-change', body: input(duplication) },
    async ({ scope, params, body }) => ({
      id: await duplicateProfile(scope, params.id, body.components),
    }),
  ),
  /**
   * What an AI is told about this brand for a text of `?format=`, or else for chat answers: `text` is null when nothing is
   * filled in, `look` empty without a look.
   */
  get('/api/profiles/:id/grounding', { access: 'user' }, ({ scope, params, search }) =>
    readSent(scope, params.id, search.get('format')),
  ),

  /**
   * Saves texts of a component and returns its current state. Status 409 when nothing was saved because the profile
   * has another component by now, or the component another version.
   */
  post(
    '/api/profiles/:id/components/:kind',
    { access: 'user', limit: 'profile-change', body: anySave, maxBody: MAX_DOCUMENT_BODY },
    async ({ scope, params: { id, kind }, body }) => {
      if (!isComponentKind(kind)) throw new AppError('not-found', profilesTexts.gone);
      const save = input(componentSave(kind))(body);
      const { saved, component } = await saveComponent(scope, id, kind, save);
      return new Reply(saved ? 200 : 409, { component });
    },
  ),

  /** Saves colors and fonts. Status 409, and their current state, when they were changed elsewhere. */
  post(
    '/api/profiles/:id/look',
    { access: 'user', limit: 'profile-change', body: input(lookSave) },
    async ({ scope, params, body }) => {
      const { saved, look } = await saveLook(scope, params.id, body);
      return new Reply(saved ? 200 : 409, { look });
    },
  ),
  get('/api/profiles/:id/logo', { access: 'user' }, ({ scope, params, headers }) =>
    serveLogo(scope, params.id, headers.get('if-none-match')),
  ),
  /** A new logo, as the bytes of a file, which may be more than Remix accepts. */
  post(
    '/api/profiles/:id/logo',
    { access: 'user', limit: 'profile-logo', node: 'stream' },
    ({ scope, params, headers, bytes }) =>
      setLogo(scope, params.id, nameFromHeader(headers.get('x-file-name')), bytes()),
  ),
  del('/api/profiles/:id/logo', { access: 'user', limit: 'profile-change' }, ({ scope, params }) =>
    removeLogo(scope, params.id),
  ),

  /**
   * Starts a proposal for the profile, or continues one that was cut off; its text is followed at
   * /api/generations/:id.
   */
  post(
    '/api/profiles/:id/draft',
    {
      access: 'user',
      limit: 'profile-draft',
      body: input(draftRequest),
      maxBody: MAX_DOCUMENT_BODY,
    },
    ({ scope, params, body }) =>
      'continues' in body
        ? continueDraft(scope, params.id, body.continues)
        : requestDraft(scope, params.id, body),
  ),
);

export type ProfilesApi = typeof api;
export const loader = api.loader;
export const action = api.action;
