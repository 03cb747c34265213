import { input } from '~/http/input.server';
import { get, patch, post, resource } from '~/http/resource.server';

import { openVariant } from '../briefs/open-brief.server';
import { clientKey, variantEdit, variantsToSave } from '../schema';
import { regenerateVariant } from '../variants/add-variant.server';
import { continueVariant } from '../variants/continue-variant.server';
import { chooseVariant, editVariant, saveVariants } from '../variants/variant-actions.server';

// Each answers the variant as it stands then.
const api = resource(
  get('/api/pieces/:id', { access: 'user' }, ({ scope, params }) => openVariant(scope, params.id)),
  /** Keeps the person's own text; 409 when `version` is not the newest. */
  patch(
    '/api/pieces/:id',
    { access: 'user', limit: 'brief-change', body: input(variantEdit) },
    ({ scope, params, body }) => editVariant(scope, params.id, body),
  ),
  /** Has it written anew: the one that takes its place. */
  post(
    '/api/pieces/:id/again',
    { access: 'user', limit: 'brief', body: input(clientKey) },
    ({ scope, params, body }) => regenerateVariant(scope, params.id, body),
  ),
  /** Shows this one of the texts that were written at its place. */
  post('/api/pieces/:id/choose', { access: 'user', limit: 'brief-change' }, ({ scope, params }) =>
    chooseVariant(scope, params.id),
  ),
  /** Takes up a text that broke off. */
  post('/api/pieces/:id/continue', { access: 'user', limit: 'brief' }, ({ scope, params }) =>
    continueVariant(scope, params.id),
  ),

  /** Saves several together: all of them or none. */
  post(
    '/api/pieces/save',
    { access: 'user', limit: 'save-content', body: input(variantsToSave) },
    async ({ scope, body }) => ({ saved: await saveVariants(scope, body.variants) }),
  ),
);

export type VariantsApi = typeof api;
export const loader = api.loader;
export const action = api.action;
