export type ToastKind = 'error' | 'success';

/** What can still be done about it, as long as the toast is there. */
export interface ToastAction {
  label: string;
  run: () => void;
}

export interface Toast {
  id: number;
  kind: ToastKind;
  text: string;
  action?: ToastAction;
}

const MAX = 4;

let shown: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

/**
 * The newest comes last. The same text again replaces the first one, so that it is announced again and not stacked; unless
 * something can still be done about the first one.
 */
function add(kind: ToastKind, text: string, action?: ToastAction): void {
  const others = shown.filter(
    (toast) => toast.kind !== kind || toast.text !== text || toast.action !== undefined,
  );
  set([...others, { id: ++lastId, kind, text, action }].slice(-MAX));
}

/** Tells the person that something failed. Browser only. */
export function toastError(text: string): void {
  add('error', text);
}

/** Tells the person that something worked, and for ten seconds how to take it back. Browser only. */
export function toastSuccess(text: string, action?: ToastAction): void {
  add('success', text, action);
}

export function dismissToast(id: number): void {
  set(shown.filter((toast) => toast.id !== id));
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function currentToasts(): readonly Toast[] {
  return shown;
}
