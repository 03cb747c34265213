import { AiError, embeddingModel, embedTexts } from '~/gateways/ai/index.server';
import { sql } from '~/lib/db/index.server';
import { log } from '~/lib/log.server';
import type { UserScope } from '~/lib/scope';
import { MINUTE_MS } from '~/lib/time';

import {
  findUnembedded,
  type NewEmbedding,
  putEmbeddings,
  readEmbeddings,
  type UnreadChunk,
} from './embedding-data.server';
import type { Ranking } from './retrieve.server';
import { vectorStore } from './vector-store.server';
import { cosine, quantized } from './vectors';

/** The time for a question: a person is waiting, and the words find passages without it. */
const QUESTION_MS = 1_500;
const RANKED = 50;

/** Texts in one request; their embeddings are all that a job holds in memory. */
const BATCH = 32;
const BATCH_MS = MINUTE_MS;
/** The job runs every minute, in one process. */
const RUN_MS = 0.8 * MINUTE_MS;

/**
 * Ranks chunks by what they mean: all of the profile's, or the candidates where they are too many. Undefined without a model
 * that embeds.
 */
export function rankByMeaning(
  userId: UserScope,
  profileId: string,
  question: string,
): Ranking | undefined {
  const model = embeddingModel();
  if (model === null || question.trim() === '') return undefined;
  // The provider reads the question while its words are looked for.
  const read = embedTexts({
    model,
    texts: [question],
    signal: AbortSignal.timeout(QUESTION_MS),
    timeoutMs: QUESTION_MS,
  }).catch(() => null);
  return async (candidates) => {
    try {
      // Its failure is in the log already.
      const [vector] = (await read) ?? [];
      if (!vector) return [];
      const { bytes } = quantized(vector);
      const at = { userId, profileId, model };
      return (
        (await vectorStore().rank(sql, at, bytes, RANKED)) ??
        (await rankCandidates(at, bytes, await candidates))
      );
    } catch (err) {
      log.warn({ err }, 'passages could not be ranked by their meaning');
      return [];
    }
  };
}

async function rankCandidates(
  at: { userId: UserScope; profileId: string; model: string },
  question: Int8Array,
  candidates: readonly string[],
): Promise<string[]> {
  const rows = await readEmbeddings(sql, { ...at, dims: question.length }, candidates);
  return rows
    .map(({ id, embedding }) => ({ id, score: cosine(question, new Int8Array(embedding)) }))
    .toSorted((one, other) => other.score - one.score)
    .map(({ id }) => id);
}

/** A job: reads what the model of the settings hasn't read, also after the model was changed. */
export async function embedSources(now: Date): Promise<void> {
  const model = embeddingModel();
  if (model === null) return;
  const started = performance.now();
  let done = 0;
  while (performance.now() - started < RUN_MS) {
    const chunks = await findUnembedded(sql, model, BATCH);
    if (chunks.length === 0) break;
    const embeddings = await embedBatch(model, chunks);
    // The provider is away: the next run tries again.
    if (!embeddings) break;
    await putEmbeddings(sql, model, embeddings);
    done += embeddings.length;
  }
  if (done > 0) log.info({ done, at: now }, 'passages embedded');
}

/** Null if the provider can't be asked now. */
async function embedBatch(
  model: string,
  chunks: readonly UnreadChunk[],
): Promise<NewEmbedding[] | null> {
  try {
    const vectors = await embedTexts({
      model,
      texts: chunks.map(({ headings, content }) => `${headings}\n${content}`.trim() || '-'),
      signal: AbortSignal.timeout(BATCH_MS),
      timeoutMs: BATCH_MS,
    });
    return chunks.map(({ id }, at) => {
      const { bytes, scale } = quantized(vectors[at]!);
      return { id, embedding: Buffer.from(bytes.buffer), scale, dims: bytes.length };
    });
  } catch (error) {
    if (!isRefusal(error)) return null;
    // One text spoils the batch: the others are read one by one, and it isn't asked about again.
    if (chunks.length === 1)
      return [{ id: chunks[0]!.id, embedding: null, scale: null, dims: null }];
    const each: NewEmbedding[] = [];
    for (const chunk of chunks) {
      const one = await embedBatch(model, [chunk]);
      if (!one) return each.length > 0 ? each : null;
      each.push(...one);
    }
    return each;
  }
}

/** The provider has read the request and doesn't like what is in it. */
function isRefusal(error: unknown): boolean {
  return error instanceof AiError && (error.code === 'too-long' || error.code === 'filtered');
}
