import { useEffect, useRef, useState } from 'react';

import { fieldsOf, parsedOf } from '~/lib/json';
import { readTypedDraft, writeDraft } from '~/lib/tab-drafts';
import { DAY_MS, HOUR_MS } from '~/lib/time';

import { follow, stop as stopText } from './follow-text';
import { liveText, useLiveText } from './live-texts';
import { type GenerationState, isRunning } from '../state';

/** A requested text as a tab remembers it, so that a reload finds it again. */
export interface RequestedText<Subject> {
  id: string;
  /** When it was requested, in milliseconds. */
  at: number;
  /** What it is about, with what its feature notes of it. */
  subject: Subject;
}

interface GeneratedText<Subject> extends RequestedText<Subject> {
  state: GenerationState;
  running: boolean;
  /** What has arrived. */
  text: string;
  /** Why it failed. */
  reason: string | null;
}

/** A request that the server hasn't answered with a text. */
interface Attempt<Subject> {
  subject: Subject;
  state: 'pending' | 'refused' | 'canceled';
  /** Why it was refused. */
  error?: unknown;
}

/** The server removes generated texts after a day. */
const KEPT_MS = DAY_MS - HOUR_MS;

/**
 * The text that this tab remembers by a name; null when there is none, or none that the server still has. Another version of
 * the app may have remembered it, so the feature says what its subjects are.
 */
export function rememberedText<Subject>(
  name: string,
  isSubject: (json: unknown) => json is Subject,
): RequestedText<Subject> | null {
  const { id, at, subject } = fieldsOf(parsedOf(readTypedDraft(draftOf(name))));
  if (typeof id !== 'string' || typeof at !== 'number' || !isSubject(subject)) return null;
  return Date.now() - at < KEPT_MS ? { id, at, subject } : null;
}

function remember<Subject>(name: string, text: RequestedText<Subject> | null): void {
  writeDraft(draftOf(name), text === null ? '' : JSON.stringify(text));
}

const draftOf = (name: string) => `generated:${name}`;

/**
 * One generated text at a time, by the name of what it is for: requested, followed, remembered in the tab, and found again
 * after a reload. A new request takes the place of the last, which is stopped.
 */
export function useGeneratedText<Subject>(
  name: string,
  isSubject: (json: unknown) => json is Subject,
) {
  const [kept, setKept] = useState(() => rememberedText(name, isSubject));
  const [attempt, setAttempt] = useState<Attempt<Subject> | null>(null);
  /** Counts the requests, so that an answer to an older one is known for it. */
  const latest = useRef(0);
  const [number, setNumber] = useState(0);
  const id = kept?.id ?? '';
  const live = useLiveText(id);

  useEffect(() => {
    if (id === '') return;
    let current = true;
    void follow(id).then((isThere) => {
      if (isThere || !current) return;
      setKept(null);
      remember(name, null);
    });
    return () => {
      current = false;
    };
  }, [id, name]);

  function keep(next: RequestedText<Subject> | null) {
    setKept(next);
    remember(name, next);
  }

  /** No answer to an earlier request counts anymore. */
  function leave(): number {
    latest.current += 1;
    if (kept) stopQuietly(kept.id);
    return latest.current;
  }

  const state = live?.state ?? 'queued';
  const text: GeneratedText<Subject> | null = kept && {
    ...kept,
    ...{ state, running: isRunning(state), text: live?.text ?? '', reason: live?.reason ?? null },
  };

  return {
    text,
    attempt,
    /** Of the newest request in this place; 0 for a text from before it was mounted. */
    number,

    /** Never rejects: what `request` throws is the attempt's error. */
    async start(subject: Subject, request: () => Promise<{ id: string }>): Promise<void> {
      const number = leave();
      setNumber(number);
      setAttempt({ subject, state: 'pending' });
      try {
        const { id } = await request();
        if (number !== latest.current) return stopQuietly(id);
        keep({ id, at: Date.now(), subject });
        setAttempt(null);
      } catch (error) {
        if (number === latest.current) setAttempt({ subject, state: 'refused', error });
      }
    },

    /** Rejects when the server couldn't be told. */
    async stop(): Promise<void> {
      if (attempt?.state !== 'pending') return stopText(id);
      leave();
      setAttempt({ ...attempt, state: 'canceled' });
    },

    /** Shows a text that was requested elsewhere, unless the one that is here is newer. Ids sort by time. */
    adopt(found: RequestedText<Subject>) {
      if (kept === null || kept.id < found.id) keep(found);
    },

    note(subject: Subject) {
      if (kept) keep({ ...kept, subject });
    },

    /** Stops it, if it runs, and shows it no longer. */
    forget() {
      leave();
      keep(null);
      setAttempt(null);
    },
  };
}

/** No one waits for it anymore. */
function stopQuietly(id: string): void {
  if (!isRunning(liveText(id)?.state ?? 'queued')) return;
  // Should it fail, the text ends by itself, and is removed after a day.
  stopText(id).catch(() => {});
}
