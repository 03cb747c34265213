import { formatNumber } from '~/lib/format/numbers';

export const dictationTexts = {
  starting: 'Allow the microphone…',
  recording: 'Recording',
  paused: 'Paused',
  sending: 'Turning speech into text…',
  refused: 'Your browser blocked the microphone. Allow it for this site, then try again.',
  missing: 'We can’t find a microphone. Connect one, then try again.',
  unusable: 'Your microphone isn’t working. Close other apps that use it, then try again.',
  empty: 'This recording is empty. Check your microphone and record again.',
  noWords: 'We didn’t hear any words. Check your microphone and record again. Nothing was charged.',
  unreachable:
    'We couldn’t reach the server. Your recording is still here. Check your connection and try again.',
  /** The recording ended by itself. */
  full: 'That’s the longest recording we can turn into text at once. Choose Done to get the text.',
  unplugged: 'The microphone was disconnected. Choose Done to get the text of what you said.',
} as const;

/** What it costs so far. */
export function costText(tokens: number): string {
  return `${formatNumber(tokens)} tokens`;
}
