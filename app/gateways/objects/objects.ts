import type { Readable } from 'node:stream';

/** What is known of a stored object without reading it. */
export interface ObjectInfo {
  /** Bytes. */
  length: number;
  /** The media type given when it was stored. */
  type: string;
}

/** Some of an object: from its first byte to its last one, both counted from 0 and both within it. */
export interface ObjectRange {
  start: number;
  end: number;
}

export interface StoredObject extends ObjectInfo {
  /** Whoever gets it reads it to its end or destroys it: until then it holds a connection or a file open. */
  body: Readable;
}

export interface ListedObject {
  key: string;
  length: number;
  modifiedAt: Date;
}

/** Bytes that are there, or a stream of exactly `length` bytes. */
export type ObjectBody = Uint8Array | { stream: Readable; length: number };

/**
 * Where files live: an S3 bucket or a directory. Keys are made by the app, never by a person (see `assertKey`). A put
 * is all or nothing: no one sees half an object, and one that fails leaves the earlier one in place.
 *
 * Whatever cannot be done throws ObjectStoreError, what is not there ObjectMissing.
 */
export interface ObjectStore {
  /** Stores the object, in place of an earlier one of this key. Ends a given stream in any case. */
  put(
    key: string,
    body: ObjectBody,
    options: { type: string; signal?: AbortSignal },
  ): Promise<void>;
  /**
   * @throws ObjectMissing. The signal also ends the body while it is read. With a range the body is that part; `length`
   * is the whole object's in any case.
   */
  get(key: string, options?: { signal?: AbortSignal; range?: ObjectRange }): Promise<StoredObject>;
  /** @throws ObjectMissing */
  head(key: string): Promise<ObjectInfo>;
  /** Also right for keys that are not there. */
  delete(keys: readonly string[]): Promise<void>;
  /** Keys that begin with `prefix`, in the order of their bytes; `cursor` is what the page before gave. */
  list(
    prefix: string,
    options?: { cursor?: string; limit?: number },
  ): Promise<{ objects: ListedObject[]; cursor: string | null }>;
  /** Throws unless objects could be stored now. */
  check(): Promise<void>;
}

/** The store could not do what was asked; the cause is for the log. */
export class ObjectStoreError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'ObjectStoreError';
  }
}

/** There is no object of this key. */
export class ObjectMissing extends ObjectStoreError {
  constructor(options?: { cause?: unknown }) {
    super('there is no such object', options);
    this.name = 'ObjectMissing';
  }
}

/** What came is not what was stored under this key. */
export class ObjectDamaged extends ObjectStoreError {
  constructor() {
    super('the object is not what was stored');
    this.name = 'ObjectDamaged';
  }
}

/** The most that one page of a list holds, in S3 too. */
export const LIST_LIMIT = 1_000;

const SEGMENT = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$/;
const MAX_KEY = 700;
const TYPE = /^[\w.+-]{1,80}\/[\w.+-]{1,80}(?:; ?[\w-]{1,40}=[\w.-]{1,40})?$/;

/**
 * Keys are words of letters, digits, `_`, `-` and `.`, parted by `/`; none begins with a dot. So a key names one file
 * below the directory, whatever comes after it, and needs no escaping in S3.
 */
export function assertKey(key: string): void {
  if (key.length > MAX_KEY || !key.split('/').every((segment) => SEGMENT.test(segment))) {
    throw new TypeError(`not an object key: ${JSON.stringify(key.slice(0, 100))}`);
  }
}

/** A prefix is the beginning of a key, and may end within a word. */
export function assertPrefix(prefix: string): void {
  if (prefix !== '') assertKey(prefix.endsWith('/') ? `${prefix}x` : prefix);
}

export function assertType(type: string): void {
  if (!TYPE.test(type)) throw new TypeError(`not a media type: ${JSON.stringify(type)}`);
}
