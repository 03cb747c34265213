import { useCallback, useSyncExternalStore } from 'react';

import type { LiveDelta } from '~/engine/events';
import { onSignedOut } from '~/http/client';

import { type GenerationState, isRunning } from '../state';
import type { TextEnd } from './text-events';

/** A text that this tab follows. Texts are kept outside of React, so that they survive navigation. */
export interface LiveText {
  text: string;
  state: GenerationState;
  reason: string | null;
}

export interface Followed extends LiveText {
  /** Replaced with each change, so that React notices. */
  snapshot: LiveText;
  /** Deltas that arrived before the text in front of them, by offset. */
  early: LiveDelta[];
  source: 'none' | 'response' | 'socket';
}

/** `heeded`: this tab requested it or shows it. */
type EndListener = (id: string, end: TextEnd & { heeded: boolean }) => void;

const followed = new Map<string, Followed>();
const listeners = new Map<string, Set<() => void>>();
const endListeners = new Set<EndListener>();
/** The ids of texts that this tab requested and that haven't ended. */
const requested = new Set<string>();

// Someone else may sign in next in this tab.
onSignedOut(() => {
  followed.clear();
  requested.clear();
});

export function entry(id: string): Followed {
  let text = followed.get(id);
  if (!text) {
    const start: LiveText = { text: '', state: 'queued', reason: null };
    text = { ...start, snapshot: start, early: [], source: 'none' };
    followed.set(id, text);
  }
  return text;
}

/** Combines all changes of a frame into one render. */
let frame: number | null = null;
const changed = new Set<string>();

export function show(id: string): void {
  changed.add(id);
  frame ??= requestAnimationFrame(flush);
}

function flush(): void {
  frame = null;
  for (const id of changed) {
    const { text, state, reason } = entry(id);
    entry(id).snapshot = { text, state, reason };
    listeners.get(id)?.forEach((listener) => listener());
  }
  changed.clear();
}

export function noteRequested(id: string): void {
  requested.add(id);
}

export function append(id: string, chunk: string): void {
  const text = entry(id);
  text.text += chunk;
  text.state = 'streaming';
  show(id);
}

export function finish(id: string, end: TextEnd): void {
  const text = entry(id);
  if (!isRunning(text.state)) return;
  text.state = end.state;
  text.reason = end.reason;
  text.source = 'none';
  // Without waiting for the next frame, which a hidden tab doesn't get.
  changed.add(id);
  flush();
  // A sender on the way to the new conversation's page follows the answer before anything shows it.
  const heeded = requested.delete(id) || listeners.has(id);
  endListeners.forEach((listener) => listener(id, { ...end, heeded }));
}

function subscribeText(id: string, listener: () => void): () => void {
  const ofThis = listeners.get(id) ?? new Set();
  listeners.set(id, ofThis.add(listener));
  return () => {
    ofThis.delete(listener);
    if (ofThis.size > 0) return;
    listeners.delete(id);
    // No longer shown anywhere: opening it again loads all of it from the server.
    if (!isRunning(followed.get(id)?.state ?? 'queued')) followed.delete(id);
  };
}

/** Null when this tab doesn't follow it. */
export function liveText(id: string): LiveText | null {
  return followed.get(id)?.snapshot ?? null;
}

/** Calls `listener` when a text that this tab follows has ended. */
export function onTextEnd(listener: EndListener): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/** The same, kept up to date in a component; null on the server. */
export function useLiveText(id: string): LiveText | null {
  return useSyncExternalStore(
    useCallback((listener) => subscribeText(id, listener), [id]),
    () => liveText(id),
    () => null,
  );
}
