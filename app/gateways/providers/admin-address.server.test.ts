import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { openAiProvider } from '../ai/openai.server';
import { smtpTransport } from '../email/smtp.server';
import {
  adminLookup,
  assertAdminHost,
  isAdminAddress,
  resolveAdminHost,
} from './admin-address.server';
import { askForJson } from './ask-provider.server';
import { AddressRefused } from './guarded-connection.server';

test.each(['127.0.0.1', '::1', '10.0.0.7', '192.168.1.5', '100.64.0.1', 'fd12::1', '1.1.1.1'])(
  'an admin may lead the server to %s',
  (address) => expect(isAdminAddress(address)).toBe(true),
);

test.each([
  '169.254.169.254',
  '169.254.170.2',
  '::ffff:169.254.169.254',
  '64:ff9b::a9fe:a9fe',
  '2002:a9fe:a9fe::',
  'fe80::1',
  'fd00:ec2::254',
  '100.100.100.200',
  '168.63.129.16',
  '0.0.0.0',
  '::',
  '224.0.0.1',
  '255.255.255.255',
  'not an address',
])('an admin may not lead the server to %s', (address) =>
  expect(isAdminAddress(address)).toBe(false),
);

test('a host that is an address itself is checked without a lookup', () => {
  for (const host of ['169.254.169.254', '[fe80::1]']) {
    expect(() => assertAdminHost(host), host).toThrow(AddressRefused);
  }
  for (const host of ['127.0.0.1', '[::1]', 'some.name']) assertAdminHost(host);
});

test('a name is checked by the addresses that it has', async () => {
  expect(['127.0.0.1', '::1']).toContain(await resolveAdminHost('localhost'));
  await expect(resolveAdminHost('169.254.169.254')).rejects.toThrow(AddressRefused);
  const all = await new Promise((resolve) =>
    adminLookup('localhost', { all: true }, (_error, addresses) => resolve(addresses)),
  );
  expect(all).toEqual(expect.arrayContaining([expect.objectContaining({ family: 4 })]));
});

let server: Server;
let base: string;
const requested: string[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    requested.push(request.url ?? '');
    if (request.url === '/v1/models') response.end('{"data":[]}');
    else response.writeHead(302, { location: `${base}/v1/models` }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const signal = () => AbortSignal.timeout(5_000);
const ask = (url: string) => askForJson(url, { source: 'admin', key: 'sk', signal: signal() });

test('an address in the local network is asked, and its redirects are not followed', async () => {
  expect(await ask(`${base}/v1/models`)).toEqual({ data: [] });
  requested.length = 0;
  await expect(ask(`${base}/elsewhere`)).rejects.toMatchObject({ name: 'ProviderError' });
  expect(requested).toEqual(['/elsewhere']);
});

test('no client of an admin’s provider connects to metadata of a cloud', async () => {
  await expect(ask('http://169.254.169.254/v1/models')).rejects.toMatchObject({
    detail: 'ADDRESS_REFUSED',
  });
  const chat = openAiProvider({
    source: 'admin',
    baseUrl: 'http://169.254.169.254/v1',
    apiKey: 'sk',
  });
  await expect(chat.check(signal())).rejects.toMatchObject({
    code: 'unreachable',
    detail: 'ADDRESS_REFUSED',
  });
  const email = smtpTransport({ url: 'smtp://169.254.169.254:25', isGuarded: true });
  await expect(email.check()).rejects.toMatchObject({ code: 'unreachable' });
});
