import { input } from '~/http/input.server';
import { del, get, post, resource } from '~/http/resource.server';

import {
  chooseImage,
  createBrief,
  deleteBrief,
  estimateBrief,
  readBrief,
  readEstimate,
} from '../briefs/brief-actions.server';
import { openBrief, recentBriefs } from '../briefs/open-brief.server';
import { imageChoice, moreVariants } from '../schema';
import { addVariant } from '../variants/add-variant.server';

const api = resource(
  /** Recent briefs, newest first, starting at `?before=`. */
  get('/api/briefs', { access: 'user' }, ({ scope, search }) =>
    recentBriefs(scope, search.get('before')),
  ),
  /** Creates a brief and queues its texts. */
  post('/api/briefs', { access: 'user', limit: 'brief', body: readBrief }, ({ scope, body }) =>
    createBrief({ userId: scope, ...body }),
  ),
  /** The estimated cost of a brief; no model is called. */
  post(
    '/api/briefs/estimate',
    { access: 'user', limit: 'brief-estimate', body: readEstimate },
    ({ scope, body }) => estimateBrief(scope, body),
  ),

  /** The brief with its variants. */
  get('/api/briefs/:id', { access: 'user' }, ({ scope, params }) => openBrief(scope, params.id)),
  /** Also stops variants that are being written. */
  del('/api/briefs/:id', { access: 'user', limit: 'brief-change' }, async ({ scope, params }) => {
    await deleteBrief(scope, params.id);
    return { success: true };
  }),
  /** Sets the image in previews; null removes it. */
  post(
    '/api/briefs/:id/image',
    { access: 'user', limit: 'brief-change', body: input(imageChoice) },
    async ({ scope, params, body }) => {
      await chooseImage(scope, params.id, body.imageId);
      return { success: true };
    },
  ),
  /** Adds a variant of a format, and returns the brief as it is then. */
  post(
    '/api/briefs/:id/more',
    { access: 'user', limit: 'brief', body: input(moreVariants) },
    ({ scope, params, body }) => addVariant(scope, params.id, body),
  ),
);

export type BriefsApi = typeof api;
export const loader = api.loader;
export const action = api.action;
