import { input, type Input } from '~/http/input.server';
import { del, get, patch, post, Reply, resource } from '~/http/resource.server';
import { AppError } from '~/lib/errors';

import { isComponentKind } from '../../components/component';
import {
  chooseComponent,
  type ComponentSave,
  saveComponent,
} from '../../components/component-actions.server';
import { continueDraft, requestDraft } from '../../drafting/draft-actions.server';
import { readOwnGrounding } from '../../grounding/read-grounding.server';
import {
  componentSave,
  draftRequest,
  duplication,
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

/** As it was sent: which texts it may hold follows from the kind in the address. */
const anySave: Input<ComponentSave, unknown> = (body) => body;

const api = resource(
  /** All of them by name, and the one stored on the user. */
  get('/api/profiles', { access: 'user' }, ({ scope }) => readProfileList(scope)),
  post(
    '/api/profiles',
    { access: 'user', limit: 'profile-change', body: input(newProfile) },
    async ({ scope, body }) => ({ id: await createProfile(scope, body.name) }),
  ),
  /** Is used from now on; null: each browser goes by what it remembers. */
  post(
    '/api/profiles/selection',
    { access: 'user', limit: 'profile-change', body: input(profileSelection) },
    async ({ scope, body }) => {
      await selectProfile(scope, body.profileId);
      return { success: true };
    },
  ),

  /** Renames it, or changes one of its components. */
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
  /** What deleting it would do, for the question before it. */
  get('/api/profiles/:id/deletion', { access: 'user' }, ({ scope, params }) =>
    readDeletion(scope, params.id),
  ),
  /** A second profile like this one. */
  post(
    '/api/profiles/:id/duplicate',
    { access: 'user', limit: 'profile-change', body: input(duplication) },
    async ({ scope, params, body }) => ({
      id: await duplicateProfile(scope, params.id, body.components),
    }),
  ),
  /** What a model is told about this brand; null when nothing is filled in. */
  get('/api/profiles/:id/grounding', { access: 'user' }, async ({ scope, params }) => ({
    text: await readOwnGrounding(scope, params.id),
  })),

  /**
   * Saves what was written: the component as it is now. Status 409 when it was not saved because the component is another
   * one, or in another version, than it was written from.
   */
  post(
    '/api/profiles/:id/components/:kind',
    { access: 'user', limit: 'profile-change', body: anySave },
    async ({ scope, params: { id, kind }, body }) => {
      if (!isComponentKind(kind)) throw new AppError('not-found', profilesTexts.gone);
      const save = input(componentSave(kind))(body);
      const { saved, component } = await saveComponent(scope, id, kind, save);
      return new Reply(saved ? 200 : 409, { component });
    },
  ),

  /**
   * Asks a model to propose the profile, or to go on with a proposal that broke off; its text is followed at
   * /api/generations/:id.
   */
  post(
    '/api/profiles/:id/draft',
    { access: 'user', limit: 'profile-draft', body: input(draftRequest) },
    ({ scope, params, body }) =>
      'continues' in body
        ? continueDraft(scope, params.id, body.continues)
        : requestDraft(scope, params.id, body),
  ),
);

export type ProfilesApi = typeof api;
export const loader = api.loader;
export const action = api.action;
