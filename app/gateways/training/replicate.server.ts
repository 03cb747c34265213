import { openAsBlob } from 'node:fs';

import { z } from 'zod';

import { fieldsOf, textFieldsOf } from '~/lib/json';
import { HOUR_MS, MINUTE_MS } from '~/lib/time';

import { env } from '../../settings/env.server';
import { madeFor } from '../../lib/singleton.server';
import { ProviderError } from '../providers/provider-error';
import { pause, pauseLength, repeated } from '../providers/repeat.server';
import { replicateAccount, replicateClient, toProviderError } from '../replicate/client.server';
import { webhookFields } from '../replicate/webhook.server';
import {
  CALL_MS,
  checked,
  checkedState,
  type Following,
  idOf,
  type ReplicateState,
  untilOver,
} from '../replicate/work.server';
import { logTailOf, progressOf, type TrainingRequest, type TrainingState } from './training';

/** Longer than a training of the most steps takes. */
const MAX_MS = 6 * HOUR_MS;
const POLL_MS = 5_000;
const UPLOAD_MS = 10 * MINUTE_MS;
const LIST_PAUSE_MS = 3_000;
/** How many pages of the newest trainings are searched for one of ours. */
const MAX_PAGES = 5;

const accountSchema = z.object({ username: z.string().regex(/^[\w.-]{1,100}$/) });
const trainingPage = z.object({
  results: z.array(z.object({ id: z.string(), input: z.unknown().optional() })).optional(),
  next: z.url().nullish(),
});
const modelSchema = z.object({
  visibility: z.unknown().optional(),
  latest_version: z.object({ id: z.string() }).nullish(),
});
const fileSchema = z.object({ urls: z.object({ get: z.string() }) });
const versionPage = z.object({ results: z.array(z.object({ id: z.string() })).optional() });

/** Sends a request, and repeats it after failures that can't have made or billed anything. */
async function send<T>(
  signal: AbortSignal,
  request: (signal: AbortSignal) => Promise<T>,
  maxMs = CALL_MS,
): Promise<T> {
  return repeated(async () => {
    try {
      return await request(AbortSignal.any([signal, AbortSignal.timeout(maxMs)]));
    } catch (error) {
      throw toProviderError(error, signal);
    }
  }, signal);
}

/** The Replicate account for the private models: the one in the settings, otherwise the token's. @throws ProviderError */
async function destinationOwner(signal: AbortSignal): Promise<string> {
  const set = env().REPLICATE_DESTINATION_OWNER;
  if (set !== undefined) return set;
  const replicate = await replicateClient();
  const known = madeFor('replicate-owner', replicateAccount(), () => ({
    name: null as string | null,
  }));
  return (known.name ??= await send(signal, async (ends) => {
    return checked(accountSchema, await replicate.accounts.current({ signal: ends })).username;
  }));
}

/** The full name, `owner/name`, of a private model. @throws ProviderError */
export async function modelFor(name: string, signal: AbortSignal): Promise<string> {
  return `${await destinationOwner(signal)}/${name}`;
}

/** Creates a private model, unless it is there already. @throws ProviderError */
export async function ensureModel(model: string, signal: AbortSignal): Promise<void> {
  const replicate = await replicateClient();
  const [owner = '', name = ''] = model.split('/');
  try {
    await send(signal, (ends) =>
      replicate.models.create(owner, name, {
        visibility: 'private',
        // Required, and replaced by the trainer's own.
        hardware: 'gpu-t4',
        description: 'A LoRA of a user of Brandwright. It is deleted with it.',
        signal: ends,
      }),
    );
  } catch (error) {
    const failure = error as ProviderError;
    if (!['refused', 'broken-off', 'timed-out'].includes(failure.code)) throw error;
    // An interrupted attempt may have created it.
    const found = await readModel(model, signal).catch((missing: ProviderError) => {
      throw missing.code === 'unknown-model' ? failure : missing;
    });
    if (found.visibility !== 'private') throw failure;
  }
}

/** Uploads an archive as a stream from its file; returns its URL at the provider. @throws ProviderError */
export async function uploadDataset(file: string, signal: AbortSignal): Promise<string> {
  const replicate = await replicateClient();
  const blob = await openAsBlob(file, { type: 'application/zip' });
  const archive = new File([blob], 'dataset.zip', { type: 'application/zip' });
  const uploaded = await send(
    signal,
    (ends) => replicate.files.create(archive, {}, { signal: ends }),
    UPLOAD_MS,
  );
  return checked(fileSchema, uploaded).urls.get;
}

/** Removes an uploaded archive, which would expire after a day. @throws ProviderError */
export async function removeDataset(dataset: string, signal: AbortSignal): Promise<void> {
  const replicate = await replicateClient();
  const id = new URL(dataset).pathname.split('/').at(-1) ?? '';
  await unlessGone(send(signal, (ends) => replicate.files.delete(id, { signal: ends })));
}

/** Starts a training, once: after a failure, `findTraining` says whether the request arrived. @throws ProviderError */
export async function startTraining(
  trainer: string,
  request: TrainingRequest,
  signal: AbortSignal,
): Promise<string> {
  const replicate = await replicateClient();
  const [path = '', version = await latestVersion(trainer, signal)] = trainer.split(':');
  const [owner = '', name = ''] = path.split('/');
  const input = {
    input_images: request.dataset,
    trigger_word: request.triggerWord,
    steps: request.steps,
    lora_rank: request.rank,
    autocaption: request.describes,
  };
  const training = await send(signal, (ends) =>
    replicate.trainings.create(owner, name, version, {
      destination: request.destination as `${string}/${string}`,
      input,
      ...webhookFields(),
      signal: ends,
    }),
  );
  return idOf(training);
}

async function latestVersion(trainer: string, signal: AbortSignal): Promise<string> {
  const { latest_version: latest } = await readModel(trainer, signal);
  if (!latest) throw new ProviderError('unknown-model');
  return latest.id;
}

async function readModel(
  model: string,
  signal: AbortSignal,
): Promise<z.output<typeof modelSchema>> {
  const replicate = await replicateClient();
  const [owner = '', name = ''] = model.split('/');
  return checked(
    modelSchema,
    await send(signal, (ends) => replicate.models.get(owner, name, { signal: ends })),
  );
}

/** The training that was started with this archive, whose address no other training has. @throws ProviderError */
export async function findTraining(dataset: string, signal: AbortSignal): Promise<string | null> {
  const replicate = await replicateClient();
  // A training that has just started may not be listed yet.
  for (const wait of [false, true]) {
    if (wait) await pause(pauseLength(LIST_PAUSE_MS), signal);
    let next: URL | string = '/trainings';
    for (let page = 0; page < MAX_PAGES && next; page += 1) {
      const route: URL | string = next;
      const list = await send(signal, async (ends) => {
        const response = await replicate.request(route, { method: 'GET', signal: ends });
        return checked(trainingPage, await response.json());
      });
      const found = list.results?.find(({ input }) => datasetOf(input) === dataset);
      if (found) return found.id;
      next = list.next ? new URL(list.next) : '';
    }
  }
  return null;
}

function datasetOf(input: unknown): unknown {
  return fieldsOf(input).input_images;
}

/** @throws ProviderError `unknown-model` when there is no such training */
export async function readTraining(
  id: string,
  steps: number,
  signal: AbortSignal,
): Promise<TrainingState> {
  const replicate = await replicateClient();
  const training = await send(signal, (ends) => replicate.trainings.get(id, { signal: ends }));
  return stateOf(checkedState(training), steps);
}

/** Waits until a training has ended, reporting its states on the way. @throws ProviderError */
export async function followTraining(
  id: string,
  steps: number,
  { signal, onState }: { signal: AbortSignal; onState: (state: TrainingState) => Promise<void> },
): Promise<TrainingState> {
  const replicate = await replicateClient();
  const following: Following = {
    id,
    ask: (ends) => replicate.trainings.get(id, { signal: ends }),
    maxMs: MAX_MS,
    pollMs: POLL_MS,
    signal,
    onState: (training) => onState(stateOf(training, steps)),
  };
  return stateOf(await untilOver(following), steps);
}

function stateOf(training: ReplicateState, steps: number): TrainingState {
  const { id, status } = training;
  const log = training.logs ?? '';
  const { predict_time: seconds } = fieldsOf(training.metrics);
  const { version = null, weights = null } = textFieldsOf(training.output, ['version', 'weights']);
  const dataset = datasetOf(training.input);
  return {
    id,
    status: STATUS[status] ?? 'failed',
    progress: progressOf(log, steps),
    logTail: logTailOf(log),
    seconds: typeof seconds === 'number' && seconds >= 0 ? seconds : null,
    dataset: typeof dataset === 'string' ? dataset : null,
    version,
    weights,
  };
}

const STATUS: Record<string, TrainingState['status'] | undefined> = {
  starting: 'running',
  processing: 'running',
  queued: 'running',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'cancelled',
  aborted: 'cancelled',
};

/** Cancels a training; one that has ended or is gone stays as it is. @throws ProviderError */
export async function cancelTraining(id: string, signal: AbortSignal): Promise<void> {
  const replicate = await replicateClient();
  await unlessGone(send(signal, (ends) => replicate.trainings.cancel(id, { signal: ends })));
}

/** Deletes a private model with its versions. @throws ProviderError also while its versions are still being deleted */
export async function deleteModel(model: string, signal: AbortSignal): Promise<void> {
  const replicate = await replicateClient();
  const [owner = '', name = ''] = model.split('/');
  const remove = (route: string) =>
    unlessGone(
      send(signal, (ends) => replicate.request(route, { method: 'DELETE', signal: ends })),
    );
  const versions = await unlessGone(
    send(signal, async (ends) => {
      const page = await replicate.models.versions.list(owner, name, { signal: ends });
      return checked(versionPage, page).results ?? [];
    }),
  );
  if (versions === null) return;
  for (const { id } of versions) await remove(`/models/${model}/versions/${id}`);
  await remove(`/models/${model}`);
}

/** Null when the provider doesn't have it any more. */
async function unlessGone<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    const { status, code } = error as ProviderError;
    if (status === 404 || code === 'unknown-model') return null;
    throw error;
  }
}
