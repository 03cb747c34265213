import { pipeline, addAbortSignal, Readable } from 'node:stream';

import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ServiceException,
} from '@aws-sdk/client-s3';

import { exactLength } from './exact-length.server';
import {
  assertKey,
  assertPrefix,
  assertType,
  LIST_LIMIT,
  ObjectMissing,
  ObjectStoreError,
  type ObjectBody,
  type ObjectRange,
  type ObjectStore,
} from './objects';

export interface S3Options {
  bucket: string;
  region: string;
  /** Absent for Amazon itself. */
  endpoint?: string;
  /** Absent if the machine has a role. */
  credentials?: { accessKeyId: string; secretAccessKey: string };
}

const CONNECT_MS = 3_000;
/** The maximum time without a byte in either direction. */
const IDLE_MS = 20_000;
/** Until the first byte of an answer to a request without a large body. */
const ANSWER_MS = 10_000;
const CHECK_MS = 2_000;
/** Including the first one; streams are sent only once. */
const ATTEMPTS = 3;
const DELETES_AT_ONCE = 8;
const QUIET = { trace() {}, debug() {}, info() {}, warn() {}, error() {} };

/** Stores objects in a bucket of Amazon S3 or of a server that speaks its protocol. */
export function s3Store(options: S3Options): ObjectStore {
  const { bucket: Bucket, region, endpoint, credentials } = options;
  const client = new S3Client({
    region,
    endpoint,
    credentials,
    // Other servers have no host name per bucket.
    forcePathStyle: endpoint !== undefined,
    maxAttempts: ATTEMPTS,
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: IDLE_MS },
    // Otherwise a stream would be sent in frames with a trailing checksum, which other servers may store as content.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // It would write to the console in its own format; the caller logs failures.
    logger: QUIET,
  });

  return {
    async put(key, body, { type, signal }) {
      const sent = outgoing(body, signal);
      try {
        assertKey(key);
        assertType(type);
        await client.send(
          new PutObjectCommand({
            Bucket,
            Key: key,
            Body: sent.body,
            ContentLength: body.length,
            ContentType: type,
          }),
          { abortSignal: sent.signal },
        );
      } catch (error) {
        throw asStoreError(sent.failure() ?? error, signal);
      } finally {
        sent.end();
      }
    },

    async get(key, { signal, range } = {}) {
      assertKey(key);
      return within(ANSWER_MS, signal, async (abortSignal) => {
        const Range = range && `bytes=${range.start}-${range.end}`;
        const found = await client.send(new GetObjectCommand({ Bucket, Key: key, Range }), {
          abortSignal,
        });
        if (!found.Body) throw new ObjectStoreError('the answer has no body');
        const body = incoming(found.Body as Readable, signal);
        const sent = found.ContentLength ?? 0;
        const length = range ? wholeLength(found.ContentRange, range, sent) : sent;
        return { body, length, type: found.ContentType ?? '' };
      });
    },

    async head(key) {
      assertKey(key);
      return within(ANSWER_MS, undefined, async (abortSignal) => {
        const found = await client.send(new HeadObjectCommand({ Bucket, Key: key }), {
          abortSignal,
        });
        return { length: found.ContentLength ?? 0, type: found.ContentType ?? '' };
      });
    },

    async delete(keys) {
      keys.forEach(assertKey);
      // One by one, because not every server supports batch deletion.
      const left = [...keys];
      const work = async () => {
        for (let key = left.pop(); key !== undefined; key = left.pop()) {
          const command = new DeleteObjectCommand({ Bucket, Key: key });
          await within(ANSWER_MS, undefined, (abortSignal) =>
            client.send(command, { abortSignal }),
          );
        }
      };
      await Promise.all(Array.from({ length: DELETES_AT_ONCE }, work));
    },

    async list(prefix, { cursor, limit = LIST_LIMIT } = {}) {
      assertPrefix(prefix);
      return within(ANSWER_MS, undefined, async (abortSignal) => {
        const page = await client.send(
          new ListObjectsV2Command({
            Bucket,
            Prefix: prefix,
            StartAfter: cursor,
            MaxKeys: Math.min(limit, LIST_LIMIT),
          }),
          { abortSignal },
        );
        const objects = (page.Contents ?? []).map((object) => ({
          key: object.Key ?? '',
          length: object.Size ?? 0,
          modifiedAt: object.LastModified ?? new Date(0),
        }));
        return { objects, cursor: page.IsTruncated ? (objects.at(-1)?.key ?? null) : null };
      });
    },

    async check() {
      await within(CHECK_MS, undefined, (abortSignal) =>
        client.send(new HeadBucketCommand({ Bucket }), { abortSignal }),
      ).catch((error: unknown) => {
        if (!(error instanceof ObjectMissing)) throw error;
        throw new ObjectStoreError('there is no such bucket', { cause: error.cause });
      });
    },
  };
}

/**
 * The whole object's length from a part's headers. @throws ObjectStoreError if the answer has another range, or the
 * whole object
 */
function wholeLength(
  contentRange: string | undefined,
  { start, end }: ObjectRange,
  sent: number,
): number {
  const [, from, to, length] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(contentRange ?? '') ?? [];
  if (Number(from) !== start || Number(to) !== end || sent !== end - start + 1) {
    throw new ObjectStoreError('the object store sent another part than was asked for');
  }
  return Number(length);
}

/** Sends a request, and aborts it if the answer's headers don't come in time; its body may take longer. */
async function within<T>(
  ms: number,
  signal: AbortSignal | undefined,
  request: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), ms);
  try {
    return await request(signal ? AbortSignal.any([signal, patience.signal]) : patience.signal);
  } catch (error) {
    throw asStoreError(error, signal);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * A body being sent. The SDK doesn't notice when a stream breaks and would wait for the rest, so this aborts the
 * request.
 */
function outgoing(body: ObjectBody, signal: AbortSignal | undefined) {
  if (body instanceof Uint8Array) {
    return { body, signal, failure: () => undefined, end: () => {} };
  }
  const broken = new AbortController();
  let failure: Error | undefined;
  const counted = pipeline(body.stream, exactLength(body.length), (error) => {
    if (!error) return;
    failure ??= error;
    broken.abort();
  });
  return {
    body: counted,
    signal: signal ? AbortSignal.any([signal, broken.signal]) : broken.signal,
    failure: () => failure,
    end() {
      body.stream.destroy();
      counted.destroy();
    },
  };
}

/** A body being received: an interruption is a failure of the store, like any other. */
function incoming(body: Readable, signal: AbortSignal | undefined): Readable {
  body.on('error', () => {
    // The reader gets the error; until there is one, it must not end the process.
  });
  async function* chunks() {
    try {
      yield* body as AsyncIterable<Uint8Array>;
    } catch (error) {
      throw asStoreError(error, signal);
    }
  }
  const guarded = Readable.from(chunks(), { objectMode: false });
  guarded.once('close', () => body.destroy());
  return signal ? addAbortSignal(signal, guarded) : guarded;
}

function asStoreError(error: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return signal.reason;
  if (error instanceof ObjectStoreError || error instanceof TypeError) return error;
  const { name, code, $metadata } = error as Partial<S3ServiceException> & { code?: string };
  if (name === 'NoSuchKey' || name === 'NotFound') return new ObjectMissing({ cause: error });
  const status = $metadata?.httpStatusCode;
  return new ObjectStoreError(
    `the object store failed (${[code ?? name, status].filter((part) => part !== undefined).join(', ')})`,
    { cause: error },
  );
}
