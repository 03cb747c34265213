import { randomUUID } from 'node:crypto';

import { get, patch, post, resource } from '~/http/resource.server';

import { repeatJob } from '../repeat-job.server';
import { fieldInput } from '../../media-input.server';
import { markJob, cancelJob } from '../job-actions.server';
import { jobMark, repeat } from '../schema';
import { readJob, readOpenJobs } from '../job-view.server';

const api = resource(
  /** Jobs that wait, run, or ended within the last hour. */
  get('/api/media/jobs', { access: 'user' }, async ({ scope }) => ({
    jobs: await readOpenJobs(scope),
  })),
  get('/api/media/jobs/:id', { access: 'user' }, ({ scope, params }) => readJob(scope, params.id)),
  /** `mail`: whether an email announces its end; `seen`: a tab has announced it. */
  patch(
    '/api/media/jobs/:id',
    { access: 'user', limit: 'media-change', body: fieldInput(jobMark) },
    ({ scope, params, body }) => markJob(scope, params.id, body),
  ),
  /** A new job with the same request. */
  post(
    '/api/media/jobs/:id/again',
    { access: 'user', limit: 'media-create', body: fieldInput(repeat) },
    ({ scope, params, body: { clientKey = randomUUID() } }) =>
      repeatJob(scope, params.id, clientKey),
  ),
  /** Cancels the job; returns it. */
  post(
    '/api/media/jobs/:id/cancel',
    { access: 'user', limit: 'media-change' },
    ({ scope, params }) => cancelJob(scope, params.id),
  ),
);

export type MediaJobsApi = typeof api;
export const loader = api.loader;
export const action = api.action;
