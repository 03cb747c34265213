import { afterEach, describe, expect, test, vi } from 'vitest';

import { currentToasts, dismissToast, subscribeToToasts, toastError, toastSuccess } from './toast';

afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
});

const texts = () => currentToasts().map((toast) => toast.text);

describe('toasts', () => {
  test('keep their order and kind', () => {
    toastError('Failed to copy');
    toastSuccess('Copied to clipboard');
    expect(currentToasts()).toMatchObject([
      { kind: 'error', text: 'Failed to copy' },
      { kind: 'success', text: 'Copied to clipboard' },
    ]);
  });

  test('show a repeated text once, as new', () => {
    toastError('Failed to copy');
    const [first] = currentToasts();
    toastSuccess('Copied to clipboard');
    toastError('Failed to copy');
    expect(texts()).toEqual(['Copied to clipboard', 'Failed to copy']);
    expect(currentToasts()[1]?.id).not.toBe(first?.id);
  });

  test('keep an earlier toast with the same text if it can still be undone', () => {
    const undo = { label: 'Undo', run: () => {} };
    toastSuccess('Conversation deleted', undo);
    toastSuccess('Conversation deleted', undo);
    expect(texts()).toEqual(['Conversation deleted', 'Conversation deleted']);
  });

  test('show the newest four', () => {
    for (const n of [1, 2, 3, 4, 5]) toastError(`Failure ${n}`);
    expect(texts()).toEqual(['Failure 2', 'Failure 3', 'Failure 4', 'Failure 5']);
  });

  test('notify subscribers of every change, dismissals included, until they unsubscribe', () => {
    const listener = vi.fn();
    const leave = subscribeToToasts(listener);
    toastError('Failed to copy');
    dismissToast(currentToasts()[0]!.id);
    expect(texts()).toEqual([]);
    expect(listener).toHaveBeenCalledTimes(2);
    leave();
    toastError('Failed to copy');
    expect(listener).toHaveBeenCalledTimes(2);
  });
});
