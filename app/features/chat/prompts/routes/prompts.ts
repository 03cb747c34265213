import { input } from '~/http/input.server';
import { del, get, patch, post, resource } from '~/http/resource.server';

import { newPrompt, promptChange, starterChange } from '../../schema';
import {
  changePrompt,
  createPrompt,
  deletePrompt,
  hideStarter,
  listPrompts,
  readPrompt,
  showAllStarters,
} from '../prompt-actions.server';

const UNREADABLE = 'This prompt could not be read.';

const api = resource(
  /** The user's prompts and those that come with the product. */
  get('/api/prompts', { access: 'user' }, ({ scope }) => listPrompts(scope)),
  post(
    '/api/prompts',
    { access: 'user', limit: 'prompt-change', body: input(newPrompt, UNREADABLE) },
    async ({ scope, body }) => ({ prompt: await createPrompt(scope, body) }),
  ),
  /** Hides one of the prompts that come with the product, or shows all of them again. */
  post(
    '/api/prompts/starters',
    { access: 'user', limit: 'prompt-change', body: input(starterChange, UNREADABLE) },
    async ({ scope, body }) => {
      if ('hide' in body) await hideStarter(scope, body.hide);
      else await showAllStarters(scope);
      return { success: true };
    },
  ),

  /** A prompt with its whole text. */
  get('/api/prompts/:id', { access: 'user' }, async ({ scope, params }) => ({
    prompt: await readPrompt(scope, params.id),
  })),
  patch(
    '/api/prompts/:id',
    { access: 'user', limit: 'prompt-change', body: input(promptChange, UNREADABLE) },
    async ({ scope, params, body }) => ({ prompt: await changePrompt(scope, params.id, body) }),
  ),
  /** Responds with the deleted prompt. */
  del(
    '/api/prompts/:id',
    { access: 'user', limit: 'prompt-change' },
    async ({ scope, params }) => ({ prompt: await deletePrompt(scope, params.id) }),
  ),
);

export type PromptsApi = typeof api;
export const loader = api.loader;
export const action = api.action;
