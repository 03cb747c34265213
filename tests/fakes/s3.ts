import crypto from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

// s3rver encrypts continuation tokens with DES, which OpenSSL 3 lacks: triple DES with one repeated key is the same.
const { createCipheriv } = crypto;
crypto.createCipheriv = ((algorithm: string, key: Buffer, iv: Buffer) =>
  algorithm === 'des'
    ? createCipheriv('des-ede3-cbc', Buffer.concat([key, key, key]), iv)
    : createCipheriv(algorithm, key, iv)) as typeof createCipheriv;
const { default: S3rver } = await import('s3rver');

/** The credentials of the server's only account. */
export const S3_CREDENTIALS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

/** The end of the names of the server's object files; metadata files are beside them. */
const OBJECT_END = '._S3rver_object';

export interface FakeS3 {
  url: string;
  bucket: string;
  /** All stored keys. */
  keys(): string[];
  /** Deletes an object, as if a disk had lost it. */
  lose(key: string): void;
  close(): Promise<void>;
}

/** A server that speaks S3's protocol, with one empty bucket. */
export async function startFakeS3(): Promise<FakeS3> {
  const directory = mkdtempSync(join(tmpdir(), 'brandwright-s3-'));
  const bucket = 'brandwright';
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  });
  storeWholeOnly(server.store, join(directory, '.coming'));
  const address = (await server.run()) as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}`,
    bucket,
    keys: () =>
      readdirSync(join(directory, bucket), { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith(OBJECT_END))
        .map((path) => path.slice(0, -OBJECT_END.length).replaceAll('\\', '/'))
        .sort(),
    lose: (key) => rmSync(join(directory, bucket, key + OBJECT_END)),
    async close() {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/**
 * Makes objects visible only when they are complete, like S3: s3rver creates the file at once, and leaves it there if the
 * request is cut right after its headers.
 */
function storeWholeOnly(store: InstanceType<typeof S3rver>['store'], directory: string): void {
  mkdirSync(directory);
  const putWhole = store.putObject.bind(store);
  store.putObject = async (object) => {
    if (Buffer.isBuffer(object.content)) return putWhole(object);
    const path = join(directory, crypto.randomUUID());
    try {
      await pipeline(object.content, createWriteStream(path));
      object.content = createReadStream(path);
      return await putWhole(object);
    } finally {
      await rm(path, { force: true });
    }
  };
}
