import { input } from '~/http/input.server';
import { MAX_DOCUMENT_BODY } from '~/http/read-body.server';
import { get, post, resource } from '~/http/resource.server';

import { dismissChecklist, readChecklist } from '../../checklist/read-checklist.server';
import { brandDocument, business, postsStart } from '../../schema';
import { saveBrand } from '../save-brand.server';
import { startBusiness } from '../start-business.server';
import { startPosts } from '../start-posts.server';

const api = resource(
  /** The checklist; null once it was dismissed. */
  get('/api/onboarding/checklist', { access: 'user' }, async ({ scope, user }) => ({
    items: await readChecklist(scope, user),
  })),
  post(
    '/api/onboarding/dismissal',
    { access: 'user', limit: 'onboarding-change' },
    async ({ scope }) => {
      await dismissChecklist(scope);
      return { success: true };
    },
  ),

  /** Creates the brand profile, and starts a draft of it, whose text is followed at /api/generations/:id. */
  post(
    '/api/onboarding/business',
    { access: 'user', limit: 'onboarding', body: input(business), maxBody: MAX_DOCUMENT_BODY },
    ({ scope, body }) => startBusiness(scope, body),
  ),
  /** Saves the brand as the card shows it. */
  post(
    '/api/onboarding/brand',
    {
      access: 'user',
      limit: 'onboarding-change',
      body: input(brandDocument),
      maxBody: MAX_DOCUMENT_BODY,
    },
    async ({ scope, body }) => {
      await saveBrand(scope, body);
      return { success: true };
    },
  ),
  /** Starts the first posts and the first image; `image` says why there is none. */
  post(
    '/api/onboarding/posts',
    { access: 'user', limit: 'onboarding', body: input(postsStart) },
    ({ scope, body }) => startPosts(scope, body),
  ),
);

export type OnboardingApi = typeof api;
export const loader = api.loader;
export const action = api.action;
