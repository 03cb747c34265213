import type { EmailContent } from '~/features/email';

/** Why an export can't be made or downloaded. */
export const exportRefusals = {
  gone: 'This export no longer exists.',
  over: 'This download has expired. Create a new export.',
  notReady: 'This export isn’t ready yet.',
  fileAway: 'This export can’t be opened right now. Try again in a few minutes.',
  again: 'Your last export just finished. Try again.',

  /** Stored with an export that failed. */
  storeAway:
    'Your files couldn’t be read or the export couldn’t be saved. Your data is safe. Try again later.',
  broken: 'The export stopped several times. Your data is safe. Try again later.',
} as const;

/** `href` leads to the settings, behind sign-in: never to the archive itself. `until`: a day in words. */
export function exportReadyEmail({ href, until }: { href: string; until: string }): EmailContent {
  return {
    subject: 'Your export is ready',
    preview: `You can download it until ${until}.`,
    title: 'Your export is ready',
    paragraphs: [
      'Your export is ready, with everything in your account.',
      `Sign in and download it from your settings by ${until}. After that, we delete it.`,
    ],
    action: { label: 'Open Import & Export', href },
    afterword: [
      'Didn’t ask for this? Change your password, sign out your other devices, and delete the file in your settings.',
    ],
  };
}
