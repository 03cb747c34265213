import { beforeEach, describe, expect, test, vi } from 'vitest';

import { isDiskFull, lacksRoom } from '~/lib/files/disk.server';
import { AppError } from '~/lib/errors';
import { describeFailure, retryHeader } from './failure.server';
import { log } from '~/lib/log.server';
import { DatabaseAway, noteOutage, outageOf } from '~/lib/outage.server';

const disk = vi.hoisted(() => ({ isSmall: false, noted: 0 }));
vi.mock('~/lib/files/disk.server', () => ({
  lacksRoom: () => disk.isSmall,
  noteDiskFull: () => void (disk.noted += 1),
  isDiskFull: () => disk.noted > 0,
}));

beforeEach(() => Object.assign(disk, { isSmall: false, noted: 0 }));

const failed = (fields: object, message = 'failed') => Object.assign(new Error(message), fields);

describe('an outage', () => {
  test.each([
    ['a connection that was refused', new DatabaseAway('connect ECONNREFUSED'), 'database'],
    ['a server that shuts down', failed({ code: '57P01', severity: 'FATAL' }), 'database'],
    ['a server that starts', failed({ code: '57P03' }), 'database'],
    ['too many connections', failed({ code: '53300' }), 'database'],
    ['a lost connection', new Error('Connection terminated unexpectedly'), 'database'],
    ['no connection in time', new Error('timeout exceeded when trying to connect'), 'database'],
    ['Prisma that reaches nothing', failed({ code: 'P1001' }), 'database'],
    [
      'what Prisma was described by the driver',
      failed({ code: 'P2010', meta: { driverAdapterError: { cause: { originalCode: '57P01' } } } }),
      'database',
    ],
    ['a cause further down', new Error('x', { cause: failed({ code: '57P02' }) }), 'database'],
    ['one of several', new AggregateError([new Error('a'), failed({ code: '08006' })]), 'database'],
    ['a full disk of ours', failed({ code: 'ENOSPC', syscall: 'write' }), 'disk'],
    ['a full disk of the database', failed({ code: '53100' }), 'disk'],
    ['a quota', failed({ code: 'EDQUOT' }), 'disk'],
  ])('is recognized in %s', (_what, err, outage) => {
    expect(outageOf(err)).toBe(outage);
  });

  test.each([
    ['a unique violation', failed({ code: '23505' })],
    ['a lock that is not available', failed({ code: '55P03' })],
    ['another server that refuses', failed({ code: 'ECONNREFUSED', syscall: 'connect' })],
    ['a text that speaks of it', new Error('the user wrote 57P01 and ENOSPC')],
    ['no error', 'Connection terminated'],
    ['nothing', null],
  ])('is not seen in %s', (_what, err) => {
    expect(outageOf(err)).toBeNull();
  });

  test('is searched for only so deep in an endless chain of causes', () => {
    const err = new Error('x');
    err.cause = err;
    expect(outageOf(err)).toBeNull();
  });
});

test('of a database whose disk is full is reported as a full disk, and recorded', () => {
  disk.isSmall = true;
  expect(lacksRoom()).toBe(true);
  expect(noteOutage(new DatabaseAway('gone'))).toBe('disk');
  expect(isDiskFull()).toBe(true);
});

describe('a request that fails because of an outage', () => {
  const error = vi.spyOn(log, 'error').mockImplementation(() => {});
  beforeEach(() => error.mockClear());

  test('is told to try again, while the log gets the cause', () => {
    const err = failed({ code: '57P01' }, 'terminating connection due to administrator command');
    const described = describeFailure(err);
    expect(described).toEqual({
      status: 503,
      error: expect.stringMatching(/Everything you saved is safe\. Try again in a moment\.$/),
      retryAfter: 5,
    });
    expect(retryHeader(described)).toEqual({ 'Retry-After': '5' });
    expect(error).toHaveBeenCalledExactlyOnceWith({ err, outage: 'database' }, 'request failed');
  });

  test('says that the disk is full, even if a part of the app has its own text for the failure', () => {
    const cause = failed({ code: 'ENOSPC' });
    const described = describeFailure(
      new AppError('unavailable', '“Menu” was not stored.', { cause }),
    );
    expect(described).toMatchObject({
      status: 503,
      error: expect.stringMatching(/^The disk is full/),
    });
    expect(disk.noted).toBe(1);
  });

  test('keeps a refusal that is about the request', () => {
    const cause = failed({ code: 'ENOSPC' });
    expect(describeFailure(new AppError('invalid', 'Look again.', { cause }))).toMatchObject({
      status: 400,
      error: 'Look again.',
    });
  });
});
