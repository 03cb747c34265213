/** What providers take in one file. */
export const MAX_RECORDING_BYTES = 25_000_000;
/** A message that takes longer to say is better said in parts. */
export const MAX_RECORDING_SECONDS = 10 * 60;

/** In tokens (decision 0087). */
const COST_PER_SECOND = 10;

/** What a transcription costs, in tokens, unless the provider counts tokens itself. */
export function transcriptionCost(seconds: number): number {
  return Math.ceil(seconds * COST_PER_SECOND);
}

/** The densest audio that recorders make: 16,000 samples of two bytes. */
const MAX_BYTES_PER_SECOND = 32_000;

/** How long a recording is at least, whatever the browser said. */
export function recordingSeconds(said: number, bytes: number): number {
  const length = Number.isNaN(said) ? 0 : Math.min(said, MAX_RECORDING_SECONDS);
  return Math.max(1, length, bytes / MAX_BYTES_PER_SECOND);
}

/**
 * A name whose ending is the recording's kind, told by its first bytes: what Chromium and Firefox (WebM, Ogg) and Safari
 * (MP4) record, and WAV. Null for anything else.
 */
export function recordingName(head: Uint8Array): string | null {
  const latin = String.fromCharCode(...head.subarray(0, 12));
  if (latin.startsWith('\x1a\x45\xdf\xa3')) return 'recording.webm';
  if (latin.startsWith('OggS')) return 'recording.ogg';
  if (latin.slice(4, 8) === 'ftyp') return 'recording.mp4';
  if (latin.startsWith('RIFF') && latin.slice(8) === 'WAVE') return 'recording.wav';
  return null;
}
