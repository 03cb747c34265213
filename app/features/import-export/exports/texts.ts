import type { EmailContent } from '~/features/email';

/** Why an export can't be made or downloaded. */
export const exportRefusals = {
  gone: 'This export does not exist any more.',
  over: 'The time for this download is over. Please make a new export.',
  notReady: 'This export is not ready yet.',
  fileAway: 'The archive cannot be read at the moment. Please try again in a few minutes.',
  again: 'The export before has just ended. Please try again.',

  /** Stored with an export that failed. */
  storeAway:
    'Your files could not be read or the archive not be stored for a while. Please try again later.',
  broken: 'Writing the archive broke off too often. Please try again later.',
} as const;

/** `href` leads to the settings, behind sign-in: never to the archive itself. `until`: a day in words. */
export function exportReadyEmail({ href, until }: { href: string; until: string }): EmailContent {
  return {
    subject: 'Your export is ready',
    preview: `You can download it until ${until}.`,
    title: 'Your export is ready',
    paragraphs: [
      'The archive that you asked for is ready. It holds everything of your account.',
      `You can download it until ${until}, signed in, from the settings. Afterwards it is removed.`,
    ],
    action: { label: 'Open Import & Export', href },
    afterword: [
      'If you did not ask for it: change your password, sign out your other devices, and remove the archive in the settings.',
    ],
  };
}
