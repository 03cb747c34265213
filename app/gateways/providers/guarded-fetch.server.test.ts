import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { AddressRefused } from './guarded-connection.server';
import { guardedFetch } from './guarded-fetch.server';

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
