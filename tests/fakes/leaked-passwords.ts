import { createHash } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeLeakedPasswords {
  /** Its address, as the setting has it. */
  url: string;
  /** What was asked for, with the header that hides how much is found. */
  asked: { path: string | undefined; padding: string | string[] | undefined }[];
  leaked: string[];
  /** What it does instead of answering. */
  fault: 'status' | 'hang' | 'endless' | 'elsewhere' | null;
  close(): Promise<void>;
}

/** The range search of Have I Been Pwned: the rest of each hash with this beginning, how often it leaked, and padding. */
export async function startFakeLeakedPasswords(): Promise<FakeLeakedPasswords> {
  const fake: FakeLeakedPasswords = {
    url: '',
    asked: [],
    leaked: [],
    fault: null,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  const server = http.createServer((request, response) => {
    fake.asked.push({ path: request.url, padding: request.headers['add-padding'] });
    if (fake.fault === 'hang') return;
    if (fake.fault === 'status') return void response.writeHead(503).end('Busy');
    if (fake.fault === 'elsewhere') {
      return void response.writeHead(302, { Location: fake.url }).end();
    }
    const prefix = request.url?.slice(-5) ?? '';
    const hashes = fake.leaked
      .map((password) => createHash('sha1').update(password).digest('hex').toUpperCase())
      .filter((hash) => hash.startsWith(prefix));
    const lines = [...hashes.map((hash) => `${hash.slice(5)}:42`), `${'0'.repeat(35)}:0`];
    response.writeHead(200, { 'Content-Type': 'text/plain' }).write(lines.join('\r\n'));
    if (fake.fault !== 'endless') return void response.end();
    const more = () => {
      while (response.write('0'.repeat(65_536))) if (response.destroyed) return;
    };
    response.on('drain', more);
    more();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/range/`;
  return fake;
}
