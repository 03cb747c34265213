import type { EmailContent } from '~/features/email';
import { formatCount } from '~/lib/format/numbers';

const PLANS = 'See plans';

/** Sent two days before the trial ends. `end` is the formatted day. */
export function trialEndingEmail(email: { href: string; end: string; left: number }): EmailContent {
  return {
    subject: 'Your trial ends in two days',
    preview: 'Your work stays. Choose a plan to keep creating.',
    title: 'Your trial ends soon',
    paragraphs: [
      `Your free trial of Brandwright ends on ${email.end}. ` +
        (email.left > 0
          ? `You have ${formatCount(email.left, 'trial token')} left.`
          : 'You’ve used all of its tokens.'),
      'Your chats, content, images, and brand profiles stay in your account. To keep creating, choose a plan or a token pack.',
    ],
    action: { label: PLANS, href: email.href },
    afterword: ['You won’t be charged unless you choose a plan.'],
  };
}

export function trialOverEmail({ href }: { href: string }): EmailContent {
  return {
    subject: 'Your trial has ended',
    preview: 'Everything you made is still here.',
    title: 'Your trial has ended',
    paragraphs: [
      'Your free trial of Brandwright is over, and its unused tokens have expired.',
      'Everything you made is still here to read, edit, and copy. To keep creating, choose a plan or a token pack.',
    ],
    action: { label: PLANS, href },
    afterword: ['You weren’t charged, and you won’t be unless you choose a plan.'],
  };
}

/** The renewal of a plan could not be paid. */
export function paymentFailedEmail({ href }: { href: string }): EmailContent {
  return {
    subject: 'Your payment didn’t go through',
    preview: 'Check your card to keep your plan.',
    title: 'Your payment didn’t go through',
    paragraphs: [
      'Your plan’s renewal payment was declined. Usually the card has expired, or your bank wants you to confirm the payment.',
      'We’ll try again over the next few days. New monthly tokens wait until it’s paid. You keep the ones you have.',
    ],
    action: { label: 'Review payment', href },
  };
}

/** A pack was ordered with a payment method that takes days, and the payment failed. */
export function packFailedEmail({ href }: { href: string }): EmailContent {
  return {
    subject: 'Your token pack payment didn’t go through',
    preview: 'You weren’t charged.',
    title: 'Your token pack payment didn’t go through',
    paragraphs: [
      'Your bank declined the payment for your token pack, so no tokens were added. You weren’t charged.',
    ],
    action: { label: 'Try again', href },
  };
}

export function receiptEmail({ href }: { href: string }): EmailContent {
  return {
    subject: 'Your receipt',
    preview: 'Thanks! Here’s the receipt for your payment.',
    title: 'Thank you for your payment',
    paragraphs: ['We’ve received your payment. Your receipt is ready.'],
    action: { label: 'View receipt', href },
  };
}
