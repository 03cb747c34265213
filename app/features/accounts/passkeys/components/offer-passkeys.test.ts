import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { offerWhenIdle } from './offer-passkeys';

const stop = vi.fn();
const offerPasskeys = vi.fn(() => stop);
const callbacks = { leave: vi.fn(), refuse: vi.fn() };
const unhandled = vi.fn();

beforeEach(() => {
  vi.clearAllMocks();
  vi.useFakeTimers();
  process.on('unhandledRejection', unhandled);
});
afterEach(() => {
  process.off('unhandledRejection', unhandled);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page with this answer of the browser, half a second after it opened. */
async function open(isAvailable: () => Promise<boolean>, load = async () => ({ offerPasskeys })) {
  vi.stubGlobal('PublicKeyCredential', { isConditionalMediationAvailable: isAvailable });
  const end = offerWhenIdle(load, '/ai-lab', callbacks);
  await vi.advanceTimersByTimeAsync(500);
  vi.useRealTimers();
  // Node reports rejections after this.
  await new Promise((resolve) => setImmediate(resolve));
  return end;
}

it('offers passkeys in a browser that can list them, until the offer ends', async () => {
  const end = await open(() => Promise.resolve(true));
  expect(offerPasskeys).toHaveBeenCalledExactlyOnceWith('/ai-lab', callbacks);
  expect(stop).not.toHaveBeenCalled();
  end();
  expect(stop).toHaveBeenCalledOnce();
});

it('offers none in a browser that can’t list them, or fails to say so', async () => {
  await open(() => Promise.resolve(false));
  vi.useFakeTimers();
  await open(() => Promise.reject(new Error('not allowed')));
  expect(offerPasskeys).not.toHaveBeenCalled();
  expect(unhandled).not.toHaveBeenCalled();
});

it('offers none if the code for it doesn’t load', async () => {
  await open(
    () => Promise.resolve(true),
    () => Promise.reject(new TypeError('no network')),
  );
  expect(unhandled).not.toHaveBeenCalled();
});
