import { join } from 'node:path';

import { LeaseLost } from '~/engine/leases/index.server';
import { hasRoom, lockStorage } from '~/engine/user-data/index.server';
import { ObjectStoreError } from '~/gateways/objects/index.server';
import {
  ensureModel,
  fetchToFile,
  findTraining,
  followTraining,
  modelFor,
  ProviderError,
  readTraining,
  removeDataset,
  startTraining,
  trainingModel,
  trainingReason,
  uploadDataset,
  type TrainingModel,
  type TrainingState,
} from '~/gateways/training/index.server';
import { enqueue } from '~/engine/queue/index.server';
import { sql } from '~/lib/db/index.server';
import { killPoint } from '~/lib/kill-points.server';
import { log } from '~/lib/log.server';
import { inTemporary } from '~/lib/files/temporary.server';

import { deleteObjects, storeFiles } from '../gallery/image-files.server';
import { callsOf, type CallRow } from '../jobs/call-data.server';
import { findJob, type JobRow } from '../jobs/job-data.server';
import { JobFailed, type JobWork, type MediaKind } from '../jobs/kinds.server';
import { isOver, type JobView, type LoraRequest } from '../media';
import { mediaTexts } from '../texts';
import { datasetRef, readRef, trainingEnd, trainingOf } from './training/training-end.server';
import { writeDataset } from './training/dataset.server';
import { loraEvents } from './lora-actions.server';
import { weightsKey } from './lora-files.server';
import { listLoraImages } from './images/lora-image-data.server';
import { findLora, type LoraRow } from './lora-data.server';
import { MAX_WEIGHT_BYTES, NotWeights, unpackWeights } from './read-weights.server';
import { tokensOfPart, tokensOfTime } from './training/training';
import {
  setProviderModel,
  setProviderTraining,
  setTrained,
  setTrainingLog,
} from './training/training-data.server';

const FETCH_MS = 30 * 60_000;
/** The provider forgets after an hour what a training was asked with. */
const FINDABLE_MS = 45 * 60_000;
/** What comes after the last step: the weights are fetched and stored. */
const SHARE_OF_STEPS = 0.95;

/** The training of a LoRA: one call, which the provider knows by its archive from before it is asked. */
export const loraKind: MediaKind = {
  async run(work) {
    const request = requestOf(work.job);
    const model = trainingModel();
    if (!model) throw new JobFailed(mediaTexts.noTraining);
    const lora = await findLora(sql, work.job.userId, request.loraId);
    if (!lora) throw new JobFailed(mediaTexts.loraGone);
    const running: Run = { work, request, model, lora };
    const calls = await work.calls();
    // Its weights are here, and only the job's end was not written down.
    if (calls.some(({ state }) => state === 'done')) return;
    const { callId, training } = await withReasons(() => begin(running));
    try {
      const state = await follow(running, training);
      await collect(running, callId, state);
    } catch (error) {
      if (error instanceof JobFailed) await work.failed(callId);
      throw error;
    }
  },

  async made(tx, job) {
    const lora = await findLora(tx, job.userId, requestOf(job).loraId);
    const made = lora?.jobId === job.id && lora.trainedAt !== null;
    const model = trainingModel();
    if (made) {
      const tokens = model ? tokensOfTime(model, job.tokens, lora.trainingSeconds) : job.tokens;
      return { made: 1, wanted: 1, tokens };
    }
    // What is cancelled was done in part, and is billed so; what failed costs no one but the operator.
    const canceled = job.cancelRequested || job.state === 'queued';
    return { made: 0, wanted: 1, tokens: canceled ? tokensOfPart(job.tokens, job.progress) : 0 };
  },

  view: (_sql, jobs) =>
    Promise.resolve(
      jobs.map((job): JobView => ({
        id: job.id,
        kind: 'lora',
        state: job.state,
        progress: job.progress,
        reason: job.reason,
        request: requestOf(job),
        tokens: job.tokens,
        usedTokens: job.usedTokens,
        createdAt: job.createdAt.toISOString(),
        finishedAt: job.finishedAt?.toISOString() ?? null,
        items: [],
      })),
    ),

  along: (tx, job) => loraEvents(tx, job.userId, requestOf(job).loraId),

  async cancelled(tx, job) {
    const calls = await callsOf(tx, job.userId, job.id);
    const open = calls.find(({ state }) => state === 'asked');
    // What runs on would be billed on.
    if (open?.providerRef) await enqueue(trainingEnd, { ref: open.providerRef }, tx);
  },
};

interface Run {
  work: JobWork;
  request: LoraRequest;
  model: TrainingModel;
  lora: LoraRow;
}

interface Begun {
  callId: string;
  training: string;
}

function requestOf(job: JobRow): LoraRequest {
  return job.request as LoraRequest;
}

/** Failures of the provider become what a person reads. */
async function withReasons<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.code === 'aborted') throw new LeaseLost();
    const { code, status, requestId, detail } = error;
    log.warn({ code, status, requestId, detail }, 'a training could not be had');
    throw new JobFailed(trainingReason(error), { cause: error });
  }
}

/** The training of this job: the one that runs, else one that succeeded earlier, else a new one. */
async function begin(run: Run): Promise<Begun> {
  const { work, lora } = run;
  const calls = await work.calls();
  const open = calls.find(({ state }) => state === 'asked');
  if (open?.providerRef) return continueTraining(run, open, open.providerRef);
  const earlier =
    lora.providerTraining === null ? null : await stillGood(run, lora.providerTraining);
  if (earlier !== null) {
    const callId = await intend(run, earlier);
    return { callId, training: earlier };
  }
  const dataset = await handOver(run);
  KILLABLE: killPoint('training: archive handed over, not noted');
  const callId = await intend(run, datasetRef(dataset));
  return start(run, callId, dataset);
}

function intend({ work, model }: Run, ref: string): Promise<string> {
  return work.intend({ position: 0, provider: 'replicate', model: model.id, ref });
}

/** It was asked for before this process took the job up. */
async function continueTraining(run: Run, call: CallRow, ref: string): Promise<Begun> {
  const { training, dataset } = readRef(ref);
  // Its LoRA may not know it yet.
  if (training !== null) return known(run, call.id, training);
  const found = await findTraining(dataset, run.work.signal);
  if (found !== null) return known(run, call.id, found);
  // Too long ago to be certain that it never arrived: it must not be paid twice.
  if (Date.now() - call.askedAt.getTime() > FINDABLE_MS) {
    await run.work.failed(call.id);
    throw new JobFailed(mediaTexts.restarted);
  }
  return start(run, call.id, dataset);
}

/** An earlier training whose weights never came here, unless there is nothing to be had from it. */
async function stillGood({ work, request }: Run, ref: string): Promise<string | null> {
  const id = await trainingOf(ref, work.signal);
  if (id === null) return null;
  try {
    const { status } = await readTraining(id, request.steps, work.signal);
    return status === 'running' || status === 'succeeded' ? id : null;
  } catch (error) {
    if ((error as ProviderError).code === 'unknown-model') return null;
    throw error;
  }
}

/** Makes the private model, and gives the provider the pictures. */
async function handOver({ work, lora }: Run): Promise<string> {
  const { userId } = work.job;
  const images = await listLoraImages(userId, lora.id);
  return inTemporary(async (directory) => {
    const archive = join(directory, 'dataset.zip');
    try {
      await writeDataset(userId, images, archive, work.signal);
    } catch (cause) {
      if (work.signal.aborted) throw new LeaseLost();
      if (!(cause instanceof ObjectStoreError)) throw cause;
      throw new JobFailed(mediaTexts.fileAway, { cause });
    }
    const model = lora.providerModel ?? (await modelFor(`brandwright-${lora.id}`, work.signal));
    // Before it is there, so that it is found to be deleted again.
    if (!(await setProviderModel(userId, lora.id, model))) throw new LeaseLost();
    KILLABLE: killPoint('training: model named, not made');
    await ensureModel(model, work.signal);
    KILLABLE: killPoint('training: model made, no archive');
    return uploadDataset(archive, work.signal);
  });
}

async function start(run: Run, callId: string, dataset: string): Promise<Begun> {
  const { work, request, model, lora } = run;
  const { userId } = work.job;
  const row = await findLora(sql, userId, lora.id);
  if (!row?.providerModel) throw new LeaseLost();
  const images = await listLoraImages(userId, lora.id);
  // Recorded before the provider is asked, so that deleting the LoRA meanwhile cancels it there.
  await setProviderTraining(userId, lora.id, datasetRef(dataset));
  KILLABLE: killPoint('training: archive noted, not asked');
  let training: string;
  try {
    training = await startTraining(
      model.id,
      {
        destination: row.providerModel,
        dataset,
        triggerWord: request.triggerWord,
        steps: request.steps,
        rank: request.rank,
        describes: images.some(({ caption }) => caption === ''),
      },
      work.signal,
    );
  } catch (error) {
    if (!(error instanceof ProviderError) || error.code === 'aborted') throw error;
    const isUnsure = ['broken-off', 'invalid-response', 'timed-out'].includes(error.code);
    const found = isUnsure ? await findTraining(dataset, work.signal) : null;
    if (found === null) {
      await work.failed(callId);
      await setProviderTraining(userId, lora.id, null);
      takeBack(dataset);
      throw error;
    }
    training = found;
  }
  return known(run, callId, training);
}

async function known({ work, lora }: Run, callId: string, training: string): Promise<Begun> {
  await work.known(callId, training);
  KILLABLE: killPoint('training: known to its call, not to its LoRA');
  await setProviderTraining(work.job.userId, lora.id, training);
  return { callId, training };
}

/** Waits for the training, with its progress and its log shown on the way. */
async function follow(run: Run, training: string): Promise<TrainingState> {
  const { work, request, lora } = run;
  const { userId } = work.job;
  const state = await withReasons(() =>
    followTraining(training, request.steps, {
      signal: work.signal,
      async onState({ progress, logTail }) {
        const shown = progress === null ? null : Math.floor(progress * SHARE_OF_STEPS);
        await work.progress(shown, (tx) => setTrainingLog(tx, userId, lora.id, logTail));
        KILLABLE: killPoint('training: how it stands is stored');
      },
    }),
  );
  if (state.status === 'succeeded') return state;
  takeBack(state.dataset);
  await setProviderTraining(userId, lora.id, null);
  throw new JobFailed(
    state.status === 'cancelled' ? mediaTexts.trainingStopped : mediaTexts.trainingFailed,
  );
}

/** Fetches what was learned, checks it, copies it to our store, and then names it in the row. */
async function collect(run: Run, callId: string, state: TrainingState): Promise<void> {
  const { work, lora } = run;
  const { userId } = work.job;
  const { version, weights } = state;
  await inTemporary(async (directory) => {
    const archive = join(directory, 'archive');
    let file: string;
    let bytes: number;
    try {
      if (version === null || weights === null) throw new NotWeights('nothing came of it');
      await fetchToFile(weights, archive, {
        mostBytes: MAX_WEIGHT_BYTES,
        mostMs: FETCH_MS,
        signal: work.signal,
      });
      KILLABLE: killPoint('training: weights fetched, not unpacked');
      const turn = { userId, signal: work.signal };
      ({ file, bytes } = await unpackWeights(archive, directory, turn));
    } catch (error) {
      throw await refusedWeights(run, error);
    }
    KILLABLE: killPoint('media: result here, nothing of it stored');
    if (!(await hasRoom(sql, userId, bytes))) throw new JobFailed(mediaTexts.loraNoRoom);
    const key = weightsKey(userId, lora.id);
    try {
      await storeFiles([{ key, path: file, type: 'application/octet-stream' }], work.signal);
    } catch (cause) {
      if (work.signal.aborted) throw new LeaseLost();
      if (!(cause instanceof ObjectStoreError)) throw cause;
      throw new JobFailed(mediaTexts.loraStoreAway, { cause });
    }
    try {
      await work.deliver(callId, 100, async (tx) => {
        await lockStorage(tx, userId);
        if (!(await hasRoom(tx, userId, bytes))) throw new JobFailed(mediaTexts.loraNoRoom);
        const trained = { id: lora.id, jobId: work.job.id, version, weightsBytes: bytes };
        if (!(await setTrained(tx, userId, { ...trained, seconds: state.seconds }))) {
          throw new LeaseLost();
        }
        return [];
      });
    } catch (error) {
      if (!(error instanceof LeaseLost) || !(await isWanted(run))) await deleteObjects([key]);
      throw error;
    }
  });
  KILLABLE: killPoint('training: weights kept, archive not taken back');
  takeBack(state.dataset);
}

/** Whether the weights are another process's now, which stores them under the same key. */
async function isWanted({ work, lora }: Run): Promise<boolean> {
  const { id, userId } = work.job;
  const job = await findJob(sql, userId, id);
  if (job !== null && !isOver(job.state)) return true;
  return (await findLora(sql, userId, lora.id))?.trainedAt != null;
}

/** The images have served; what cannot be removed goes by itself. */
function takeBack(dataset: string | null): void {
  if (dataset === null) return;
  removeDataset(dataset, AbortSignal.timeout(FETCH_MS)).catch((err: unknown) =>
    log.warn({ code: (err as ProviderError).code }, 'removing an archive failed'),
  );
}

/** What is of no use now is of no use later either: the next training begins anew. */
async function refusedWeights({ work, lora }: Run, error: unknown): Promise<unknown> {
  if (work.signal.aborted) return new LeaseLost();
  const gone = error instanceof ProviderError && error.code === 'output-gone';
  const useless =
    error instanceof NotWeights ||
    (error instanceof ProviderError &&
      ['output-too-large', 'invalid-response'].includes(error.code));
  if (gone || useless) {
    const { message } = error as Error;
    log.warn({ reason: message, id: work.job.id }, 'the weights of a training were refused');
    await setProviderTraining(work.job.userId, lora.id, null);
    return new JobFailed(gone ? mediaTexts.weightsGone : mediaTexts.weightsBad, {
      cause: error,
    });
  }
  if (!(error instanceof ProviderError)) return error;
  return new JobFailed(mediaTexts.weightsAway, { cause: error });
}
