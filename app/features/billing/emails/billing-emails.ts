import type { EmailContent } from '~/features/email';
import { formatNumber } from '~/lib/format';

const PLANS = 'See plans';

/** Sent two days before the trial ends. `end` is the formatted day. */
export function trialEndingEmail(email: { href: string; end: string; left: number }): EmailContent {
  return {
    subject: 'Your trial ends in two days',
    preview: 'What you have written stays. Choose a plan to go on.',
    title: 'Your trial ends soon',
    paragraphs: [
      `Your free trial of Brandwright ends on ${email.end}. ` +
        (email.left > 0
          ? `You have ${formatNumber(email.left)} trial tokens left until then.`
          : 'You have used all of its tokens.'),
      'Your conversations, texts, pictures and brand profiles stay where they are. With a plan or a token pack you go on creating.',
    ],
    action: { label: PLANS, href: email.href },
    afterword: ['Nothing is charged unless you choose a plan yourself.'],
  };
}

export function trialOverEmail({ href }: { href: string }): EmailContent {
  return {
    subject: 'Your trial has ended',
    preview: 'Everything you made is still there.',
    title: 'Your trial has ended',
    paragraphs: [
      'Your free trial of Brandwright is over, and trial tokens that were left have lapsed.',
      'Everything you made is still there, to read, edit and copy. With a plan or a token pack you go on creating.',
    ],
    action: { label: PLANS, href },
    afterword: ['Nothing was charged, and nothing will be unless you choose a plan yourself.'],
  };
}

/** The renewal of a plan could not be paid. */
export function paymentFailedEmail({ href }: { href: string }): EmailContent {
  return {
    subject: 'Your payment did not go through',
    preview: 'Please look at your card, so that your plan goes on.',
    title: 'Your payment did not go through',
    paragraphs: [
      'The payment for the next period of your plan was declined. Mostly a card has expired, or the bank wants you to confirm it.',
      'It will be tried again. Until it is paid no new monthly tokens come; those that you have stay yours.',
    ],
    action: { label: 'Look at the payment', href },
  };
}

/** A pack was ordered with a payment method that takes days, and the payment failed. */
export function packFailedEmail({ href }: { href: string }): EmailContent {
  return {
    subject: 'Your token pack was not paid',
    preview: 'Nothing was charged.',
    title: 'Your token pack was not paid',
    paragraphs: [
      'Your bank did not carry out the payment for your token pack, so no tokens were added. Nothing was charged.',
    ],
    action: { label: 'Try again', href },
  };
}

export function receiptEmail({ href }: { href: string }): EmailContent {
  return {
    subject: 'Your receipt',
    preview: 'Thank you. Here is the receipt of your payment.',
    title: 'Thank you for your payment',
    paragraphs: ['Your payment has arrived. The receipt is behind this button.'],
    action: { label: 'See the receipt', href },
  };
}
