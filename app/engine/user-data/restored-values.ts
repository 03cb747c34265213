// What a row of an archive says of itself, brought into the bounds of what can be.

/** A time of an archive; none lies in the future, where it would stand before everything that is to come. */
export function restoredTime(given: string, now = new Date()): Date {
  const date = new Date(given);
  return Number.isNaN(date.getTime()) || date > now ? now : date;
}

export function restoredTimeOrNull(given: string | null, now = new Date()): Date | null {
  return given === null ? null : restoredTime(given, now);
}

/** Of a row that counts its changes. */
export function restoredVersion(given: number): number {
  return Number.isSafeInteger(given) && given >= 1 && given < MAX ? given : 1;
}

/** It goes on counting. */
const MAX = 1_000_000_000;
