import { useCallback, useSyncExternalStore } from 'react';

import type { LiveDelta } from '~/engine/events';
import { onSignedOut } from '~/http/client';

import { type GenerationState, isRunning } from './state';
import type { TextEnd } from './text-events';

/** The texts that this tab follows, outside of React, so that a navigation does not touch them. */
export interface LiveText {
  text: string;
  state: GenerationState;
  reason: string | null;
}

export interface Followed extends LiveText {
  /** Replaced at each change, so that React sees it. */
  snapshot: LiveText;
  /** Pieces from the socket that came before the text between. */
  early: LiveDelta[];
  source: 'none' | 'response' | 'socket';
}

/** `heeded`: it was asked for in this tab, or is shown in it. */
type EndListener = (id: string, end: TextEnd & { heeded: boolean }) => void;

const followed = new Map<string, Followed>();
const listeners = new Map<string, Set<() => void>>();
const endListeners = new Set<EndListener>();
/** Asked for by this tab and not ended yet. */
const asked = new Set<string>();

// The next to sign in in this tab may be someone else.
onSignedOut(() => {
  followed.clear();
  asked.clear();
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

/** Many pieces a second become one render each frame. */
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

export function noteAsked(id: string): void {
  asked.add(id);
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
  // At once, not with the next frame: a hidden tab has no frames.
  changed.add(id);
  flush();
  // The sender's tab follows it on the way to the new conversation's page too, where nothing shows the answer yet.
  const heeded = asked.delete(id) || listeners.has(id);
  endListeners.forEach((listener) => listener(id, { ...end, heeded }));
}

function subscribeText(id: string, listener: () => void): () => void {
  const ofThis = listeners.get(id) ?? new Set();
  listeners.set(id, ofThis.add(listener));
  return () => {
    ofThis.delete(listener);
    if (ofThis.size > 0) return;
    listeners.delete(id);
    // Shown nowhere any more: opening it again loads it whole from the server.
    if (!isRunning(followed.get(id)?.state ?? 'queued')) followed.delete(id);
  };
}

/** Null when this tab does not follow it. */
export function liveText(id: string): LiveText | null {
  return followed.get(id)?.snapshot ?? null;
}

/** Calls back when a text that this tab follows has ended. */
export function onTextEnd(listener: EndListener): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/** The text as this tab follows it; null when it does not, as on the server. */
export function useLiveText(id: string): LiveText | null {
  return useSyncExternalStore(
    useCallback((listener) => subscribeText(id, listener), [id]),
    () => liveText(id),
    () => null,
  );
}
