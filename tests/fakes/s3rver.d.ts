declare module 's3rver' {
  import type { AddressInfo } from 'node:net';
  import type { Readable } from 'node:stream';

  export default class S3rver {
    constructor(options: {
      port: number;
      address: string;
      silent: boolean;
      directory: string;
      configureBuckets: { name: string; configs: (string | Buffer)[] }[];
    });
    readonly store: { putObject(object: { content: Readable | Buffer }): Promise<unknown> };
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
}
