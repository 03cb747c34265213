import type { Server, ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

import { createReadableStreamFromReadable } from '@remix-run/node';
import { afterEach, describe, expect, it } from 'vitest';

import { createHttpServer, publicAddressKey, type HttpServerOptions } from './http-server.ts';

let server: Server;
const logged: { about: { err?: Error }; message: string }[] = [];
const open: Socket[] = [];

afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const say = (about: unknown, message?: string) => {
  logged.push({ about: about as { err?: Error }, message: message ?? '' });
};

async function start(
  listener: (path: string, response: ServerResponse) => void = (_path, response) =>
    void response.end('fine'),
  options: Partial<HttpServerOptions> = {},
): Promise<void> {
  logged.length = 0;
  server = createHttpServer(
    {
      log: { error: say, warn: say, debug: () => undefined },
      refuseHost: ({ headers }) => (headers.host === 'evil' ? 'Open another address.' : null),
      ...options,
    },
    (request, response) => listener(request.url ?? '', response),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
}

interface Line {
  socket: Socket;
  /** Everything received, once the connection has ended. */
  over: Promise<string>;
}

function dial(text: string): Line {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  open.push(socket);
  let came = '';
  socket.on('data', (part) => (came += part.toString('latin1')));
  const over = new Promise<string>((resolve) => {
    socket.on('error', () => resolve(came));
    socket.on('close', () => resolve(came));
  });
  socket.write(text);
  return { socket, over };
}

const said = (text: string) => dial(text).over;
const get = (path: string, more = '') =>
  said(`GET ${path} HTTP/1.1\r\nHost: here\r\nConnection: close\r\n${more}\r\n`);

describe('an exception in a listener', () => {
  const faults: Record<string, (response: ServerResponse) => void> = {
    request(response) {
      response.req.on('data', () => {
        throw new Error('fault');
      });
    },
    close(response) {
      response.once('close', () => {
        throw new Error('fault');
      });
      response.end('fine');
    },
    finish(response) {
      response.once('finish', () => {
        throw new Error('fault');
      });
      response.end('fine');
    },
    error(response) {
      response.req.emit('error', new Error('fault'));
    },
    handler() {
      throw new Error('fault');
    },
    half(response) {
      response.write('half');
      throw new Error('fault');
    },
  };

  it.each(Object.keys(faults))('of the %s ends only that request, and is logged', async (where) => {
    const streams: ServerResponse[] = [];
    await start((path, response) => {
      if (path === '/stream') {
        response.write('begun ');
        streams.push(response);
      } else if (path === '/fault') faults[where]?.(response);
      else response.end('fine');
    });
    const stream = get('/stream');
    await expect.poll(() => streams.length).toBe(1);
    const answer = await said(
      'POST /fault HTTP/1.1\r\nHost: here\r\nConnection: close\r\nContent-Length: 1\r\n\r\nx',
    );
    const isOver = where === 'close' || where === 'finish';
    if (where === 'half') expect(answer).not.toMatch(/\r\n0\r\n\r\n$/);
    else expect(answer).toMatch(isOver ? /^HTTP\/1\.1 200 / : /^HTTP\/1\.1 500 /);
    expect(answer).not.toContain('fault');
    await expect
      .poll(() => logged.map(({ about, message }) => [about.err?.message, message]))
      .toEqual([['fault', 'a listener of a request failed']]);
    streams[0]?.end('and ended');
    expect(await stream).toMatch(/begun[^]*and ended/);
    expect(await get('/other')).toContain('fine');
  });

  it('of a connection or an upgrade ends only that connection', async () => {
    await start();
    server.on('upgrade', (_request, socket: Socket) => {
      if (_request.url?.includes('now')) throw new Error('fault');
      socket.on('data', () => {
        throw new Error('fault');
      });
      socket.write('open');
    });
    for (const when of ['now', 'later']) {
      const line = dial(
        `GET /socket.io/?${when} HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
      );
      if (when === 'later') line.socket.once('data', () => line.socket.write('something'));
      await line.over;
    }
    expect(logged.map(({ about, message }) => [about.err?.message, message])).toEqual([
      ['fault', 'a socket could not be opened'],
      ['fault', 'a listener of a connection failed'],
    ]);
    expect(await get('/other')).toContain('fine');
  });
});

describe('a request that isn’t for the app', () => {
  it('with CONNECT or an unknown method is answered with 405', async () => {
    await start();
    for (const line of ['CONNECT evil:443', 'FOO /', 'INVENTED-METHOD /api/x']) {
      const answer = await said(`${line} HTTP/1.1\r\nHost: here\r\n\r\n`);
      expect(answer, line).toMatch(/^HTTP\/1\.1 405 Method Not Allowed\r\n/);
      expect(answer, line).toContain('Allow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS\r\n');
      expect(answer, line).toContain(`doesn't accept ${line.split(' ')[0]} requests.`);
    }
  });

  it('that can’t be parsed is answered with 400', async () => {
    await start();
    const long = `X-Long: ${'x'.repeat(20_000)}\r\n`;
    expect(await said('\x16\x03\x01\x02\x00\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
    expect(await said('foo bar baz\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
    expect(await get('/', long)).toMatch(/^HTTP\/1\.1 431 /);
  });

  it('never interrupts another answer on its connection', async () => {
    await start((_path, response) => void response.write('begun'));
    const line = dial('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
    await new Promise((resolve) => line.socket.once('data', resolve));
    line.socket.write('nonsense\r\n\r\n');
    expect((await line.over).match(/HTTP\/1\.1 /g)).toHaveLength(1);
  });

  it('that offers another protocol is answered without the upgrade', async () => {
    await start();
    server.on('upgrade', () => {
      throw new Error('not for sockets');
    });
    const offer = 'Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n';
    const answer = await said(
      `GET /page HTTP/1.1\r\nHost: here\r\nConnection: Upgrade, HTTP2-Settings, close\r\n${offer}\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 [^]*fine/);
    expect(logged).toEqual([]);
  });
});

describe('a request for sockets', () => {
  const upgrade = (host: string, method = 'GET') =>
    said(
      `${method} /socket.io/?EIO=4 HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    );

  it('gets 421 for another host and 405 for another method, by any transport', async () => {
    await start();
    server.on('upgrade', (_request, socket: Socket) => socket.end('HTTP/1.1 101 Fine\r\n\r\n'));
    expect(await upgrade('here')).toMatch(/^HTTP\/1\.1 101 /);
    expect(await upgrade('evil')).toMatch(/^HTTP\/1\.1 421 [^]*Open another address\.$/);
    expect(await upgrade('here', 'DELETE')).toMatch(/^HTTP\/1\.1 405 [^]*Allow: GET, HEAD, POST/);
    const poll = (method: string, host: string) =>
      said(
        `${method} /socket.io/?EIO=4&transport=polling HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
      );
    expect(await poll('GET', 'here')).toMatch(/^HTTP\/1\.1 200 /);
    expect(await poll('GET', 'evil')).toMatch(/^HTTP\/1\.1 421 [^]*Open another address\.\r\n/);
    expect(await poll('TRACE', 'here')).toMatch(/^HTTP\/1\.1 405 [^]*Allow: GET, HEAD, POST/);
  });

  it('whose connection breaks while it opens breaks nothing else', async () => {
    await start();
    let opened: Socket | undefined;
    server.on('upgrade', (_request, socket: Socket) => void (opened = socket));
    const { socket } = dial(
      'GET /socket.io/?EIO=4 HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    );
    await expect.poll(() => opened).toBeDefined();
    socket.resetAndDestroy();
    await expect.poll(() => opened?.destroyed).toBe(true);
    expect(await get('/other')).toContain('fine');
  });
});

describe('a body that was answered before all of it was read', () => {
  it('doesn’t block the next request on its connection', async () => {
    await start((path, response) => {
      // Like Remix, which reads only as far as a route needs.
      if (path === '/early') createReadableStreamFromReadable(response.req);
      response.end(`answer to ${path}`);
    });
    for (const framing of ['Content-Length: 600000', 'Transfer-Encoding: chunked']) {
      const { socket, over } = dial(`POST /early HTTP/1.1\r\nHost: here\r\n${framing}\r\n\r\n`);
      const isChunked = framing.startsWith('Transfer');
      if (isChunked) socket.write(`${(600_000).toString(16)}\r\n`);
      socket.write('x'.repeat(600_000));
      if (isChunked) socket.write('\r\n0\r\n\r\n');
      socket.write('GET /next HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n');
      const answers = await over;
      expect(answers).toContain('answer to /early');
      expect(answers).toContain('answer to /next');
    }
  });
});

describe('a slow client', () => {
  it('is disconnected with 408 when its headers or body don’t arrive', async () => {
    await start(
      (_path, response) => {
        response.req.resume().once('end', () => response.end('fine'));
      },
      { limits: { headersMs: 100, requestMs: 200, checkMs: 20 } },
    );
    expect(await said('GET / HTTP/1.1\r\nHost: here\r\nX-Slow: ')).toMatch(/^HTTP\/1\.1 408 /);
    expect(await said('POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 10\r\n\r\nbegun')).toMatch(
      /^HTTP\/1\.1 408 /,
    );
  });

  it('has time limits by default, also if it stops reading', async () => {
    await start();
    const { headersTimeout, requestTimeout, timeout, keepAliveTimeout, maxConnections } = server;
    expect({ headersTimeout, requestTimeout, timeout, keepAliveTimeout }).toEqual({
      headersTimeout: 20_000,
      requestTimeout: 300_000,
      timeout: 300_000,
      keepAliveTimeout: 65_000,
    });
    expect(maxConnections).toBeLessThanOrEqual(20_000);
  });
});

describe('many connections', () => {
  it('from one address are refused above the limit, and accepted again below it', async () => {
    await start(undefined, { addressKey: (address) => address, limits: { perAddress: 3 } });
    const held = Array.from({ length: 3 }, () => dial(''));
    await expect.poll(() => connections()).toBe(3);
    expect(await said('')).toBe('');
    expect(await said('')).toBe('');
    expect(logged.map(({ message }) => message)).toEqual([
      'turned a connection away: too many are open',
    ]);
    held[0]?.socket.destroy();
    await held[0]?.over;
    await expect.poll(() => get('/')).toContain('fine');
  });

  it('from this machine, private networks, and unknown addresses aren’t counted', () => {
    const keyOf = publicAddressKey((address) => `key of ${address}`);
    for (const address of ['127.0.0.1', '::1', '10.0.0.1', '::ffff:192.168.1.2', 'x', undefined]) {
      expect(keyOf(address), address).toBeUndefined();
    }
    expect(keyOf('203.0.114.9')).toBe('key of 203.0.114.9');
    expect(keyOf('2606:4700::1')).toBe('key of 2606:4700::1');
  });
});

function connections(): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}
