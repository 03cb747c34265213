import { ignoredFinding } from '~/features/brand/index.server';
import { input } from '~/http/input.server';
import { MAX_DOCUMENT_BODY } from '~/http/read-body.server';
import { get, patch, post, resource } from '~/http/resource.server';

import { openVariant } from '../briefs/open-brief.server';
import { clientKey, variantEdit, variantsToSave } from '../schema';
import { regenerateVariant } from '../variants/add-variant.server';
import { continueVariant } from '../variants/continue-variant.server';
import {
  chooseVariant,
  editVariant,
  ignoreInVariant,
  saveVariants,
} from '../variants/variant-actions.server';

// Each endpoint returns the variant as it is then.
const api = resource(
  get('/api/pieces/:id', { access: 'user' }, ({ scope, params }) => openVariant(scope, params.id)),
  /** Stores the user's own text; 409 when `version` is not the current one. */
  patch(
    '/api/pieces/:id',
    { access: 'user', limit: 'brief-change', body: input(variantEdit), maxBody: MAX_DOCUMENT_BODY },
    ({ scope, params, body }) => editVariant(scope, params.id, body),
  ),
  /** Regenerates the variant, and returns the new one that takes its place. */
  post(
    '/api/pieces/:id/again',
    { access: 'user', limit: 'brief', body: input(clientKey) },
    ({ scope, params, body }) => regenerateVariant(scope, params.id, body),
  ),
  /** Shows this variant in place of the others at its position. */
  post('/api/pieces/:id/choose', { access: 'user', limit: 'brief-change' }, ({ scope, params }) =>
    chooseVariant(scope, params.id),
  ),
  /** Continues a text that was cut off. */
  post('/api/pieces/:id/continue', { access: 'user', limit: 'brief' }, ({ scope, params }) =>
    continueVariant(scope, params.id),
  ),
  /** Ignores a finding of the brand check in it, or no longer; returns all keys that it ignores. */
  post(
    '/api/pieces/:id/ignored',
    { access: 'user', limit: 'brief-change', body: input(ignoredFinding) },
    async ({ scope, params, body }) => ({ ignored: await ignoreInVariant(scope, params.id, body) }),
  ),

  /** Saves several variants together, all or none. */
  post(
    '/api/pieces/save',
    { access: 'user', limit: 'save-content', body: input(variantsToSave) },
    async ({ scope, body }) => ({ saved: await saveVariants(scope, body.variants) }),
  ),
);

export type VariantsApi = typeof api;
export const loader = api.loader;
export const action = api.action;
