import { afterEach, describe, expect, test, vi } from 'vitest';

import { withClient } from '~/lib/log-context.server';
import { AppError, UNEXPECTED } from '~/lib/errors';
import { log } from '~/lib/log.server';
import { describeFailure } from './failure.server';

describe('a failure', () => {
  const error = vi.spyOn(log, 'error').mockImplementation(() => {});
  afterEach(() => error.mockClear());

  test('of ours that was expected gives the person a sentence and the log its cause', () => {
    const cause = new Error('ENOSPC: no space left on device');
    const failure = describeFailure(
      new AppError('unavailable', '“Menu” was not stored.', { cause }),
    );
    expect(failure).toEqual({ status: 503, error: '“Menu” was not stored.' });
    expect(error).toHaveBeenCalledExactlyOnceWith(
      { err: cause, code: 'unavailable' },
      'request failed',
    );
    expect(JSON.stringify(error.mock.calls)).not.toContain('Menu');
  });

  test('of the request itself is not logged', () => {
    const fields = { email: 'Enter an e-mail address.' };
    const cause = new Error('not an address');
    const failure = describeFailure(new AppError('invalid', 'Look again.', { fields, cause }));
    expect(failure).toEqual({ status: 400, error: 'Look again.', fields });
    expect(error).not.toHaveBeenCalled();
  });

  test('of a client that disconnected is not an error', () => {
    const info = vi.spyOn(log, 'info').mockImplementation(() => {});
    const left = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
    for (const err of [left, new DOMException('This operation was aborted', 'AbortError')]) {
      describeFailure(err);
      describeFailure(new AppError('unavailable', 'Not stored.', { cause: err }));
    }
    expect(info).toHaveBeenCalledTimes(4);
    expect(error).not.toHaveBeenCalled();
    // The database's connection is different.
    describeFailure(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }));
    expect(error).toHaveBeenCalledOnce();
  });

  test('that was unexpected reveals nothing to the person', () => {
    const err = new TypeError('secret is undefined');
    expect(describeFailure(err)).toEqual({ status: 500, error: UNEXPECTED });
    expect(error).toHaveBeenCalledExactlyOnceWith({ err }, 'request failed');
  });

  test('after the client disconnected is not an error, whatever was interrupted', () => {
    const info = vi.spyOn(log, 'info').mockImplementation(() => {});
    const cause = new Error('aborted');
    let hasLeft = false;
    withClient(
      () => hasLeft,
      () => {
        hasLeft = true;
        describeFailure(cause);
        describeFailure(new AppError('unavailable', 'No answer came.', { cause }));
      },
    );
    expect(error).not.toHaveBeenCalled();
    expect(info.mock.calls.map(([about]) => about)).toEqual([
      { err: cause },
      { err: cause, code: 'unavailable' },
    ]);
    info.mockRestore();
  });
});
