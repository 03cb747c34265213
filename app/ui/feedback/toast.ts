export type ToastKind = 'error' | 'success';

/** A button in the toast, such as "Undo". */
export interface ToastAction {
  label: string;
  run: () => void;
}

/** A link in the toast, to what it tells of. */
interface ToastLink {
  label: string;
  to: string;
}

interface ToastOptions {
  action?: ToastAction;
  link?: ToastLink;
}

export interface Toast extends ToastOptions {
  id: number;
  kind: ToastKind;
  text: string;
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
 * Appends a toast. One with the same text replaces the earlier one, so that it's announced again and doesn't stack,
 * unless the earlier one has an action.
 */
function add(kind: ToastKind, text: string, options: ToastOptions = {}): void {
  const others = shown.filter(
    (toast) => toast.kind !== kind || toast.text !== text || toast.action !== undefined,
  );
  set([...others, { id: ++lastId, kind, text, ...options }].slice(-MAX));
}

/** Reports a failure to the person, and what to do about it. Browser only. */
export function toastError(text: string, action?: ToastAction): void {
  add('error', text, { action });
}

/** Reports a success to the person, for ten seconds with an action such as undoing it. Browser only. */
export function toastSuccess(text: string, action?: ToastAction, link?: ToastLink): void {
  add('success', text, { action, link });
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
