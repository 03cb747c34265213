import crypto from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// s3rver enciphers its continuation tokens with DES, which OpenSSL 3 no longer has: triple DES with one key is the same.
const { createCipheriv } = crypto;
crypto.createCipheriv = ((algorithm: string, key: Buffer, iv: Buffer) =>
  algorithm === 'des'
    ? createCipheriv('des-ede3-cbc', Buffer.concat([key, key, key]), iv)
    : createCipheriv(algorithm, key, iv)) as typeof createCipheriv;
const { default: S3rver } = await import('s3rver');

/** What the server takes for its one account. */
export const S3_CREDENTIALS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

export interface FakeS3 {
  url: string;
  bucket: string;
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
  const address = (await server.run()) as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}`,
    bucket,
    async close() {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
