import type { Readable } from 'node:stream';

/** What is known of a stored object without reading it. */
export interface ObjectInfo {
  /** Bytes. */
  length: number;
  /** The media type that it was stored with. */
  type: string;
}

/** A range of an object: from its first to its last byte, both counted from 0 and both within it. */
export interface ObjectRange {
  start: number;
  end: number;
}

export interface StoredObject extends ObjectInfo {
  /** The receiver must read it to the end or destroy it: until then it keeps a connection or a file open. */
  body: Readable;
}

export interface ListedObject {
  key: string;
  length: number;
  modifiedAt: Date;
}

/** Bytes in memory, or a stream of exactly `length` bytes. */
export type ObjectBody = Uint8Array | { stream: Readable; length: number };

/**
 * Where files are stored: an S3 bucket or a directory. The app makes the keys, never a person (see `assertKey`). A put
 * is all or nothing: no one sees half an object, and a failed put leaves the earlier one in place.
 * Failures throw ObjectStoreError, a missing object throws ObjectMissing.
 */
export interface ObjectStore {
  /** Stores the object, replacing an earlier one with this key. Always consumes or destroys a stream. */
  put(
    key: string,
    body: ObjectBody,
    options: { type: string; signal?: AbortSignal },
  ): Promise<void>;
  /**
   * The signal also ends the body while it's being read. With a range, the body is that part; `length` is always the
   * whole object's. @throws ObjectMissing
   */
  get(key: string, options?: { signal?: AbortSignal; range?: ObjectRange }): Promise<StoredObject>;
  /** @throws ObjectMissing */
  head(key: string): Promise<ObjectInfo>;
  /** Succeeds for missing keys, too. */
  delete(keys: readonly string[]): Promise<void>;
  /** Keys that begin with `prefix`, in byte order; `cursor` is the one that the previous page returned. */
  list(
    prefix: string,
    options?: { cursor?: string; limit?: number },
  ): Promise<{ objects: ListedObject[]; cursor: string | null }>;
  /** Throws unless objects could be stored now. */
  check(): Promise<void>;
}

/** The store failed; the cause is for the log. */
export class ObjectStoreError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'ObjectStoreError';
  }
}

/** There is no object with this key. */
export class ObjectMissing extends ObjectStoreError {
  constructor(options?: { cause?: unknown }) {
    super('there is no such object', options);
    this.name = 'ObjectMissing';
  }
}

/** The bytes aren't those that were stored under this key. */
export class ObjectDamaged extends ObjectStoreError {
  constructor() {
    super('the object is not what was stored');
    this.name = 'ObjectDamaged';
  }
}

/** The maximum number of keys in one page of a list, in S3 too. */
export const LIST_LIMIT = 1_000;

const SEGMENT = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$/;
const MAX_KEY = 700;
const TYPE = /^[\w.+-]{1,80}\/[\w.+-]{1,80}(?:; ?[\w-]{1,40}=[\w.-]{1,40})?$/;

/**
 * Keys are segments of letters, digits, `_`, `-`, and `.`, separated by `/`; none begins with a dot. So a key names one
 * file below the directory, and needs no escaping in S3.
 */
export function assertKey(key: string): void {
  if (key.length > MAX_KEY || !key.split('/').every((segment) => SEGMENT.test(segment))) {
    throw new TypeError(`not an object key: ${JSON.stringify(key.slice(0, 100))}`);
  }
}

/** A prefix is the beginning of a key, and may end within a segment. */
export function assertPrefix(prefix: string): void {
  if (prefix !== '') assertKey(prefix.endsWith('/') ? `${prefix}x` : prefix);
}

export function assertType(type: string): void {
  if (!TYPE.test(type)) throw new TypeError(`not a media type: ${JSON.stringify(type)}`);
}
