import { input } from '~/http/input.server';
import { get, patch, post, resource } from '~/http/resource.server';

import { openPiece } from '../briefs/open-brief.server';
import { writeAgain } from '../pieces/add-piece.server';
import { continuePiece } from '../pieces/continue-piece.server';
import { choosePiece, editPiece, savePieces } from '../pieces/piece-actions.server';
import { clientKey, variantEdit, variantsToSave } from '../schema';

// Each answers the variant as it stands then.
const api = resource(
  get('/api/pieces/:id', { access: 'user' }, ({ scope, params }) => openPiece(scope, params.id)),
  /** Keeps the person's own text; 409 when `version` is not the newest. */
  patch(
    '/api/pieces/:id',
    { access: 'user', limit: 'brief-change', body: input(variantEdit) },
    ({ scope, params, body }) => editPiece(scope, params.id, body),
  ),
  /** Has it written anew: the one that takes its place. */
  post(
    '/api/pieces/:id/again',
    { access: 'user', limit: 'brief', body: input(clientKey) },
    ({ scope, params, body }) => writeAgain(scope, params.id, body),
  ),
  /** Shows this one of the texts that were written at its place. */
  post('/api/pieces/:id/choose', { access: 'user', limit: 'brief-change' }, ({ scope, params }) =>
    choosePiece(scope, params.id),
  ),
  /** Takes up a text that broke off. */
  post('/api/pieces/:id/continue', { access: 'user', limit: 'brief' }, ({ scope, params }) =>
    continuePiece(scope, params.id),
  ),

  /** Saves several together: all of them or none. */
  post(
    '/api/pieces/save',
    { access: 'user', limit: 'save-content', body: input(variantsToSave) },
    async ({ scope, body }) => ({ saved: await savePieces(scope, body.pieces) }),
  ),
);

export type VariantsApi = typeof api;
export const loader = api.loader;
export const action = api.action;
