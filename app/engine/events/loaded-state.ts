// A part of the page that loads its state again, beside others that don't.

/** Which events a part of the page has got: those that its state contained when it was loaded, and the newest one since. */
export interface LoadedState {
  loaded: number;
  told: number;
}

export const loadedUpTo = (seq: number): LoadedState => ({ loaded: seq, told: 0 });

/** Whether the part's state contains an event already; if not, it's told of it now. One without a number is the tab's own. */
export function isContained(part: LoadedState, seq = Infinity): boolean {
  if (seq <= part.loaded) return true;
  if (seq < Infinity) part.told = seq;
  return false;
}

/** Notes a newly loaded state. False: it was read before an event that the part was told of, so it has to be loaded again. */
export function noteLoaded(part: LoadedState, seq: number): boolean {
  part.loaded = seq;
  return seq >= part.told;
}

/** After a backup is restored, the numbers begin anew below those that a tab knows. */
const TRIES = 3;

/** Reads a state that contains all events that the part was told of. */
export async function readCurrent<State extends { seq: number }>(
  part: LoadedState,
  read: () => Promise<State>,
): Promise<State> {
  for (let tries = 1; ; tries += 1) {
    const state = await read();
    if (noteLoaded(part, state.seq) || tries === TRIES) return state;
  }
}
