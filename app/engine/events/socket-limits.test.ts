import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { env } from '~/settings/env.server';
import { log } from '~/lib/log.server';

import {
  MAX_BURST,
  MAX_PER_USER,
  MAX_UNKNOWN,
  SocketLimits,
  type Connection,
} from './socket-limits.server';

class FakeConnection extends EventEmitter {
  request: IncomingMessage;
  close = vi.fn<(discard?: boolean) => boolean>(() => this.emit('close'));

  constructor(address = '203.0.113.9', forwarded?: string) {
    super();
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    this.request = { headers, socket: { remoteAddress: address } } as unknown as IncomingMessage;
  }
}

const connection = (...args: ConstructorParameters<typeof FakeConnection>) =>
  new FakeConnection(...args) as FakeConnection & Connection;

const warn = vi.spyOn(log, 'warn').mockImplementation(() => {});
const { TRUST_PROXY, RATE_LIMITS } = env();
let limits: SocketLimits;

beforeEach(() => {
  limits = new SocketLimits();
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
  warn.mockClear();
  Object.assign(env(), { TRUST_PROXY, RATE_LIMITS });
});

describe('the sockets of a user', () => {
  it('are limited to MAX_PER_USER, each counted once, until they close', () => {
    const held = Array.from({ length: MAX_PER_USER }, () => connection());
    for (const each of [...held, ...held]) expect(limits.admit('tina', each)).toBe(true);
    expect(limits.admit('tina', connection())).toBe(false);
    expect(limits.admit('someone else', connection())).toBe(true);
    held[3]?.emit('close');
    expect(limits.admit('tina', connection())).toBe(true);
    expect(limits.admit('tina', connection())).toBe(false);
  });
});

describe('connections that haven’t authenticated', () => {
  it('are limited by address, and no longer count once they have authenticated', () => {
    const waiting = Array.from({ length: MAX_UNKNOWN }, () => connection());
    for (const each of waiting) expect(limits.open(each)).toBe(true);
    expect(limits.open(connection())).toBe(false);
    expect(limits.hasRoom(connection().request)).toBe(false);
    expect(warn).toHaveBeenCalledOnce();
    expect(limits.hasRoom(connection('203.0.113.10').request)).toBe(true);
    expect(limits.open(connection('203.0.113.10'))).toBe(true);
    expect(limits.admit('tina', waiting[0]!)).toBe(true);
    expect(limits.open(connection())).toBe(true);
    expect(limits.open(connection())).toBe(false);
  });

  it('are counted by the address that a trusted proxy names, and by no other', () => {
    env().TRUST_PROXY = 1;
    for (let n = 0; n < MAX_UNKNOWN; n += 1) {
      expect(limits.open(connection('10.0.0.1', `1.1.1.${n}, 198.51.100.7`))).toBe(true);
    }
    expect(limits.open(connection('10.0.0.1', '9.9.9.9, 198.51.100.7'))).toBe(false);
    expect(limits.open(connection('10.0.0.1', '198.51.100.8'))).toBe(true);
    env().TRUST_PROXY = 0;
    expect(limits.open(connection('198.51.100.7', '9.9.9.9'))).toBe(false);
  });
});

describe('the packets of a socket', () => {
  it('may come in a burst and then at a steady rate; more of them close it and log a warning', () => {
    const socket = connection();
    limits.open(socket);
    const send = (count: number) => {
      for (let n = 0; n < count; n += 1) socket.emit('packet');
    };
    send(MAX_BURST);
    vi.advanceTimersByTime(1_000);
    send(10);
    expect(socket.close).not.toHaveBeenCalled();
    send(1);
    expect(socket.close).toHaveBeenCalledExactlyOnceWith(true);
    expect(warn).toHaveBeenCalledOnce();
  });
});

it('nothing is limited with RATE_LIMITS=false', () => {
  env().RATE_LIMITS = false;
  const socket = connection();
  for (let n = 0; n < 2 * MAX_UNKNOWN; n += 1) {
    expect(limits.open(connection())).toBe(true);
    expect(limits.admit('tina', connection())).toBe(true);
  }
  limits.open(socket);
  for (let n = 0; n < 1_000; n += 1) socket.emit('packet');
  expect(socket.close).not.toHaveBeenCalled();
});
