import { input } from '~/http/input.server';
import { del, get, post, resource } from '~/http/resource.server';

import {
  createBrief,
  deleteBrief,
  estimateBrief,
  readBrief,
  readEstimate,
} from '../briefs/brief-actions.server';
import { openBrief, recentBriefs } from '../briefs/open-brief.server';
import { moreVariants } from '../schema';
import { addVariant } from '../variants/add-variant.server';

const api = resource(
  /** Recent ones, newest first, from `?before=` on. */
  get('/api/briefs', { access: 'user' }, ({ scope, search }) =>
    recentBriefs(scope, search.get('before')),
  ),
  /** Has everything written that the brief asks for. */
  post('/api/briefs', { access: 'user', limit: 'brief', body: readBrief }, ({ scope, body }) =>
    createBrief({ userId: scope, ...body }),
  ),
  /** What it would cost. Nothing is asked of a model. */
  post(
    '/api/briefs/estimate',
    { access: 'user', limit: 'brief-estimate', body: readEstimate },
    ({ scope, body }) => estimateBrief(scope, body),
  ),

  /** The brief with its texts as they stand. */
  get('/api/briefs/:id', { access: 'user' }, ({ scope, params }) => openBrief(scope, params.id)),
  /** Stops what is being written, too. */
  del('/api/briefs/:id', { access: 'user', limit: 'brief-change' }, async ({ scope, params }) => {
    await deleteBrief(scope, params.id);
    return { success: true };
  }),
  /** One more variant of a format: the brief as it stands then. */
  post(
    '/api/briefs/:id/more',
    { access: 'user', limit: 'brief', body: input(moreVariants) },
    ({ scope, params, body }) => addVariant(scope, params.id, body),
  ),
);

export type BriefsApi = typeof api;
export const loader = api.loader;
export const action = api.action;
