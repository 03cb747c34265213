export type ToastKind = 'error' | 'success';

export interface Toast {
  id: number;
  kind: ToastKind;
  text: string;
}

const MOST = 4;

let shown: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** The newest comes last. The same text again replaces the first one, so that it is announced again and not stacked. */
function add(kind: ToastKind, text: string): void {
  const others = shown.filter((toast) => toast.kind !== kind || toast.text !== text);
  set([...others, { id: ++lastId, kind, text }].slice(-MOST));
}

/** Tells the person that something failed. Browser only. */
export function toastError(text: string): void {
  add('error', text);
}

/** Tells the person that something worked. Browser only. */
export function toastSuccess(text: string): void {
  add('success', text);
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
