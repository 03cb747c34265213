import { del, get, patch, post, Reply, resource } from '~/http/resource.server';

import { fieldInput } from '../../media-input.server';
import { changeLora, createLora, deleteLora, listLoras, readLora } from '../lora-actions.server';
import { loraChange, newLora, training, trainingEstimate } from '../schema';
import { serveWeights } from '../serve-lora.server';
import { estimateTraining, trainLora } from '../training/train-lora.server';

const api = resource(
  /** The user's LoRAs, and the rules for new ones. */
  get('/api/media/loras', { access: 'user' }, ({ scope }) => listLoras(scope)),
  post(
    '/api/media/loras',
    { access: 'user', limit: 'media-change', body: fieldInput(newLora) },
    ({ scope, body }) => createLora(scope, body),
  ),
  /** What such a training would cost, and how long it would take. */
  post(
    '/api/media/loras/estimate',
    { access: 'user', limit: 'media-change', body: fieldInput(trainingEstimate) },
    ({ scope, body }) => estimateTraining(scope, body.steps),
  ),

  /** A LoRA with its images, its training, and images made with it. */
  get('/api/media/loras/:id', { access: 'user' }, ({ scope, params }) =>
    readLora(scope, params.id),
  ),
  patch(
    '/api/media/loras/:id',
    { access: 'user', limit: 'media-change', body: fieldInput(loraChange) },
    ({ scope, params, body }) => changeLora(scope, params.id, body),
  ),
  /** Deletes the LoRA with everything that belongs to it. */
  del(
    '/api/media/loras/:id',
    { access: 'user', limit: 'media-change' },
    async ({ scope, params }) => {
      await deleteLora(scope, params.id);
      return { success: true };
    },
  ),
  /** Creates a job for the training; status 201 when it is new. */
  post(
    '/api/media/loras/:id/train',
    { access: 'user', limit: 'lora-train', body: fieldInput(training) },
    async ({ scope, params, body }) => {
      const { job, isNew } = await trainLora(scope, params.id, body);
      return new Reply(isNew ? 201 : 200, job);
    },
  ),
  /** The weights as a .safetensors file. */
  get('/api/media/loras/:id/weights', { access: 'user' }, ({ scope, params }) =>
    serveWeights(scope, params.id),
  ),
);

export type LorasApi = typeof api;
export const loader = api.loader;
export const action = api.action;
