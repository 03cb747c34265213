import type { EmailContent } from '~/features/email';

export interface ReplyEmailDetails {
  firstName: string;
  /** The message's subject; empty if there is none. */
  subject: string;
  /** The text that the reply answers. */
  message: string;
  reply: string;
  /** Whether someone reads answers to this email. */
  isRead: boolean;
}

const paragraphsOf = (text: string) => text.split(/\n\s*\n/);

/** The operator's reply to a message sent by the contact form. */
export function replyEmailContent({
  firstName,
  subject,
  message,
  reply,
  isRead,
}: ReplyEmailDetails): EmailContent {
  return {
    subject: subject === '' ? 'We’ve replied to your message' : `Re: ${subject}`,
    preview: reply.slice(0, 120),
    title: `Hi ${firstName},`,
    paragraphs: paragraphsOf(reply),
    afterword: [
      'Your message:',
      ...paragraphsOf(message),
      isRead
        ? 'To answer, just reply to this email.'
        : 'We can’t receive replies to this email. To answer, use the contact form.',
    ],
  };
}
