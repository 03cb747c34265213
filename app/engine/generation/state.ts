/** The life of an answer (docs/product.md, Answers). */
export type GenerationState =
  'queued' | 'streaming' | 'done' | 'stopped' | 'failed' | 'interrupted';

export type GenerationEvent =
  /** A person requested it. */
  | 'send'
  /** Text arrived from the provider. */
  | 'token'
  /** The model asked to have something done before it goes on. */
  | 'call'
  /** The provider finished the text. */
  | 'finish'
  /** A person pressed Stop. */
  | 'stop'
  /** A person continued an answer that ended early. */
  | 'continue'
  /** The provider failed. */
  | 'error'
  /** Its process is shutting down. */
  | 'death'
  /** Another process found its process dead. */
  | 'reap';

/** `ignored`: a late or repeated event that changes nothing. `refused`: the caller gets an error. */
export type Transition = { to: GenerationState } | 'ignored' | 'refused';

const RUNNING: Partial<Record<GenerationEvent, Transition>> = {
  send: 'refused',
  token: { to: 'streaming' },
  stop: { to: 'stopped' },
  continue: 'refused',
  error: { to: 'failed' },
  death: { to: 'interrupted' },
  reap: { to: 'interrupted' },
};

/** Ended early, so it may be continued. */
const RESUMABLE: Record<GenerationEvent, Transition> = {
  send: 'refused',
  token: 'ignored',
  call: 'ignored',
  finish: 'ignored',
  stop: 'ignored',
  continue: { to: 'queued' },
  error: 'ignored',
  death: 'ignored',
  reap: 'ignored',
};

const ABSENT: Record<GenerationEvent, Transition> = {
  send: { to: 'queued' },
  token: 'ignored',
  call: 'ignored',
  finish: 'ignored',
  stop: 'refused',
  continue: 'refused',
  error: 'ignored',
  death: 'ignored',
  reap: 'ignored',
};

const TABLE: Record<GenerationState, Record<GenerationEvent, Transition>> = {
  // An answer without a single character is a failure of the provider, not an empty answer; calls alone are none.
  queued: { ...ABSENT, ...RUNNING, call: { to: 'queued' }, finish: { to: 'failed' } },
  streaming: { ...ABSENT, ...RUNNING, call: { to: 'streaming' }, finish: { to: 'done' } },
  done: { ...RESUMABLE, continue: 'refused' },
  stopped: RESUMABLE,
  failed: RESUMABLE,
  interrupted: RESUMABLE,
};

/** What `event` does to an answer in `state`; null for an answer that does not exist yet. */
export function transition(state: GenerationState | null, event: GenerationEvent): Transition {
  return state === null ? ABSENT[event] : TABLE[state][event];
}

export function isGenerationState(state: string): state is GenerationState {
  return Object.hasOwn(TABLE, state);
}

/** True while a process works on it. */
export function isRunning(state: GenerationState): boolean {
  return state === 'queued' || state === 'streaming';
}

/** True when the interface offers Continue. */
export function canContinue(state: GenerationState): boolean {
  const next = transition(state, 'continue');
  return typeof next === 'object';
}

declare module '~/engine/events/events' {
  interface LiveTopics {
    /** The text has ended or continues: wakes the tabs that follow it. */
    text: { id: string; state: GenerationState };
  }
}
