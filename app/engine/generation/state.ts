/** The life of one answer (docs/product.md, Answers). */
export type GenerationState =
  'queued' | 'streaming' | 'done' | 'stopped' | 'failed' | 'interrupted';

export type GenerationEvent =
  /** A person asked for it. */
  | 'send'
  /** Text arrived from the provider. */
  | 'token'
  /** The provider ended the text in order. */
  | 'finish'
  /** A person pressed Stop. */
  | 'stop'
  /** A person asked for more of an answer that broke off. */
  | 'continue'
  /** The provider failed. */
  | 'error'
  /** Its process is shutting down. */
  | 'death'
  /** Another process found its process dead. */
  | 'reap';

/** `ignored`: a late or repeated event that changes nothing. `refused`: the caller is told. */
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

/** Over, with an end that may be taken up again. */
const RESUMABLE: Record<GenerationEvent, Transition> = {
  send: 'refused',
  token: 'ignored',
  finish: 'ignored',
  stop: 'ignored',
  continue: { to: 'queued' },
  error: 'ignored',
  death: 'ignored',
  reap: 'ignored',
};

const NOT_THERE: Record<GenerationEvent, Transition> = {
  send: { to: 'queued' },
  token: 'ignored',
  finish: 'ignored',
  stop: 'refused',
  continue: 'refused',
  error: 'ignored',
  death: 'ignored',
  reap: 'ignored',
};

const TABLE: Record<GenerationState, Record<GenerationEvent, Transition>> = {
  // An answer that ends without a single character is a failure of the provider, not an empty answer.
  queued: { ...NOT_THERE, ...RUNNING, finish: { to: 'failed' } },
  streaming: { ...NOT_THERE, ...RUNNING, finish: { to: 'done' } },
  done: { ...RESUMABLE, continue: 'refused' },
  stopped: RESUMABLE,
  failed: RESUMABLE,
  interrupted: RESUMABLE,
};

/** What `event` does to an answer in `state`; null for an answer that does not exist yet. */
export function transition(state: GenerationState | null, event: GenerationEvent): Transition {
  return state === null ? NOT_THERE[event] : TABLE[state][event];
}

/** True while a process is working on it. */
export function isRunning(state: GenerationState): boolean {
  return state === 'queued' || state === 'streaming';
}

/** True when Continue is offered. */
export function canContinue(state: GenerationState): boolean {
  const next = transition(state, 'continue');
  return typeof next === 'object';
}

declare module '~/engine/events/events' {
  interface LiveTopics {
    /** Wakes tabs that follow the text. */
    text: { id: string; state: GenerationState };
  }
}
