// What the mail about a job's end says. No I/O.
import type { MailContent } from '~/features/email';

import type { JobView } from '../media';
import { endWords } from './end-words';

/** `appUrl`: where the app is found. */
export function endMail(job: JobView, appUrl: string): MailContent {
  const { text, about, reason, done, page } = endWords(job);
  return {
    subject: text,
    preview: about,
    title: text,
    paragraphs: [
      ...(job.kind === 'lora' ? [] : [`“${about}”`]),
      ...(reason === null ? [] : [reason]),
    ],
    action: { label: done ? 'Show me' : 'Open the page', href: `${appUrl}${page}` },
    afterword: [
      'You get this mail because you were not there when it ended. Whether you want one is asked beside each job while it goes on.',
    ],
  };
}
