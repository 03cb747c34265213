// What the email about an archive says. No I/O.
import type { EmailContent } from '~/features/email';

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
