/** Why the server doesn't transcribe a recording. */
export const dictationRefusals = {
  off: 'Dictation isn’t set up here. Type your message instead.',
  empty: 'This recording is empty. Check your microphone and record again.',
  kind: 'This kind of recording can’t be turned into text. Try another browser.',
  tooLarge: 'This recording is too large. Record a shorter one.',
  brokenOff: 'Your recording didn’t arrive. Check your connection and try again.',
  busy: 'Too many recordings are waiting right now. Try again in a minute.',
  tooLong: 'This recording is too long for the AI. Record a shorter one. Nothing was charged.',
} as const;

/** The provider didn't transcribe it; `reason` is the gateway's. */
export function notTranscribed(reason: string): string {
  return `We couldn’t turn your recording into text: ${reason}. Nothing was charged, and your recording is still here. Try again.`;
}
