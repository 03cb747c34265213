import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { AddressRefused, guardedFetch, isPublicAddress } from './guarded-fetch.server';

describe('an address that is not public', () => {
  test.each([
    '127.0.0.1',
    '127.1.2.3',
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '::ffff:10.0.0.1',
    '64:ff9b::a9fe:a9fe',
    '2002:a9fe:a9fe::',
    '2001::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    'not an address',
    '',
  ])('is recognized in %s', (address) => expect(isPublicAddress(address)).toBe(false));
});

describe('a public address', () => {
  test.each(['1.1.1.1', '172.15.0.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111'])(
    'is recognized in %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );
});

const settings = vi.hoisted(() => ({ IMAGE_BASE_URL: undefined as string | undefined }));
vi.mock('~/settings/env.server', () => ({ env: () => settings }));

describe("a provider's link", () => {
  const requested: string[] = [];
  let server: Server;
  let port: number;
  const signal = new AbortController().signal;

  beforeAll(async () => {
    server = createServer((request, response) => {
      requested.push(request.url ?? '');
      if (request.url === '/inner') {
        response.writeHead(302, { location: `http://127.0.0.2:${port}/secret` }).end();
      } else if (request.url === '/round') {
        response.writeHead(302, { location: '/round' }).end();
      } else response.end('a picture');
    });
    await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
    ({ port } = server.address() as AddressInfo);
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  test.each([
    'http://127.0.0.1:PORT/',
    'http://localhost:PORT/',
    'http://2130706433:PORT/',
    'http://0x7f000001:PORT/',
    'http://0177.0.0.1:PORT/',
    'http://127.1:PORT/',
    'http://[::1]:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://0.0.0.0:PORT/',
    'http://169.254.169.254/latest/meta-data/',
  ])('to %s is not fetched', async (link) => {
    requested.length = 0;
    const error: unknown = await guardedFetch(link.replace('PORT', String(port)), { signal }).catch(
      (error: unknown) => error,
    );
    expect((error as Error).cause).toBeInstanceOf(AddressRefused);
    expect(requested).toEqual([]);
  });

  test("to the operator's own address is fetched, and may not redirect elsewhere", async () => {
    settings.IMAGE_BASE_URL = `http://127.0.0.1:${port}/v1`;
    requested.length = 0;
    const response = await guardedFetch(`http://127.0.0.1:${port}/picture`, { signal });
    expect(await response.text()).toBe('a picture');
    const inner = guardedFetch(`http://127.0.0.1:${port}/inner`, { signal });
    await expect(inner).rejects.toMatchObject({ cause: expect.any(AddressRefused) });
    expect(requested).toEqual(['/picture', '/inner']);
  });

  test('that redirects in circles fails', async () => {
    settings.IMAGE_BASE_URL = `http://127.0.0.1:${port}/v1`;
    const round = guardedFetch(`http://127.0.0.1:${port}/round`, { signal });
    await expect(round).rejects.toThrow();
  });
});
