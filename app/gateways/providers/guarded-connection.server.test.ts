import { createServer, connect, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  AddressRefused,
  guardedConnector,
  isPublicAddress,
  type Network,
} from './guarded-connection.server';

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
    '::ffff:0:127.0.0.1',
    '::127.0.0.1',
    '::10.0.0.1',
    '64:ff9b:1::7f00:1',
    '100::1',
    '4000::1',
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

test('a private IPv4 address is recognized in every way to write it within IPv6', () => {
  const byte = fc.integer({ min: 0, max: 255 });
  const inner = fc.oneof(
    fc.tuple(fc.constantFrom(10, 127), byte, byte, byte),
    fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
    fc.tuple(fc.constant(169), fc.constant(254), byte, byte),
  );
  fc.assert(
    fc.property(inner, ([a, b, c, d]) => {
      const hex = [a * 256 + b, c * 256 + d].map((group) => group.toString(16)).join(':');
      const dotted = [a, b, c, d].join('.');
      for (const address of [
        dotted,
        `::ffff:${dotted}`,
        `::ffff:${hex}`,
        `::ffff:0:${hex}`,
        `::${dotted}`,
        `64:ff9b::${hex}`,
        `64:ff9b:1::${hex}`,
        `2002:${hex}::1`,
      ]) {
        expect(isPublicAddress(address), address).toBe(false);
      }
    }),
  );
});

describe('a guarded connection', () => {
  let server: Server;
  beforeAll(async () => {
    server = createServer((socket) => socket.on('error', () => {}).end('hello'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => void server.close());

  /** Leads every checked address to the server of this test, and notes what was dialed. */
  function network(resolve: Network['resolve']) {
    const dialed: string[] = [];
    const dial: Network['dial'] = (addresses, port) => {
      dialed.push(...addresses.map(({ address }) => `${address}:${port}`));
      return connect((server.address() as AddressInfo).port, '127.0.0.1');
    };
    return { dialed, connector: guardedConnector({ resolve, dial }) };
  }

  function open(connector: ReturnType<typeof guardedConnector>, hostname: string, port = '') {
    return new Promise<Error | null>((resolve) => {
      connector({ hostname, host: hostname, protocol: 'http:', port }, (error, socket) => {
        socket?.destroy();
        resolve(error);
      });
    });
  }

  test('dials the addresses that were checked', async () => {
    const { dialed, connector } = network(() =>
      Promise.resolve([
        { address: '93.184.216.34', family: 4 },
        { address: '2606:2800:220:1::1', family: 6 },
      ]),
    );
    expect(await open(connector, 'bakery.example')).toBeNull();
    expect(dialed).toEqual(['93.184.216.34:80', '2606:2800:220:1::1:80']);
  });

  test.each([
    [[{ address: '127.0.0.1', family: 4 }]],
    [
      [
        { address: '93.184.216.34', family: 4 },
        { address: 'fd00::1', family: 6 },
      ],
    ],
    [[{ address: '::ffff:10.0.0.1', family: 6 }]],
    [[]],
  ])('is refused to a name with the addresses %j', async (found) => {
    const { dialed, connector } = network(() => Promise.resolve(found));
    expect(await open(connector, 'bakery.example')).toBeInstanceOf(AddressRefused);
    expect(dialed).toEqual([]);
  });

  test('is refused to a private address without asking for its name', async () => {
    const { dialed, connector } = network(() => Promise.reject(new Error('was asked')));
    expect(await open(connector, '10.0.0.1')).toBeInstanceOf(AddressRefused);
    expect(await open(connector, '[::1]')).toBeInstanceOf(AddressRefused);
    expect(dialed).toEqual([]);
  });

  test('asks for the name again each time, so a name that changes its address is refused', async () => {
    const answers = ['93.184.216.34', '127.0.0.1'];
    const { dialed, connector } = network(() =>
      Promise.resolve([{ address: answers.shift()!, family: 4 }]),
    );
    expect(await open(connector, 'bakery.example')).toBeNull();
    expect(await open(connector, 'bakery.example')).toBeInstanceOf(AddressRefused);
    expect(dialed).toEqual(['93.184.216.34:80']);
  });
});
