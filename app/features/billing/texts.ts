import { formatNumber } from '~/lib/format/numbers';

import type { Metering, Shortage } from './ledger/spending';

/** What the tokens were needed for. */
export type Purpose = 'answer' | 'dictation' | 'pictures' | 'training' | 'video';

const SMALLER: Record<Exclude<Purpose, 'answer'>, string> = {
  dictation: 'A shorter recording',
  pictures: 'Fewer images',
  training: 'Fewer steps',
  video: 'A shorter video',
};

/** Why something can't be paid for, and what helps. */
export function outOfTokensText(
  shortage: Shortage,
  metering: Metering,
  purpose: Purpose = 'answer',
): string {
  const more = moreText(metering);
  switch (shortage.reason) {
    case 'unverified':
      return `Confirm your email to use your ${formatNumber(shortage.waiting)} trial tokens.`;
    case 'too-little':
      if (purpose !== 'answer') {
        return `You have ${formatNumber(shortage.left)} tokens left, too few for this. ${SMALLER[purpose]} may still fit. ${more}`;
      }
      return (
        `You have ${formatNumber(shortage.left)} tokens left, too few for this conversation. ` +
        `A shorter message or a new chat may still fit. ${more}`
      );
    case 'trial-over':
      return `Your trial has ended. ${more}`;
    case 'empty':
      return purpose === 'answer'
        ? `You don’t have enough tokens left for another answer. ${more}`
        : `You don’t have enough tokens left for this. ${more}`;
  }
}

/** The same for several texts requested together, or one whose length was chosen. */
export function tooFewForAllText(left: number, needed: number, metering: Metering): string {
  return (
    `This needs about ${formatNumber(needed)} tokens, and you have ${formatNumber(left)} left. ` +
    `Fewer or shorter texts may still fit. ${moreText(metering)}`
  );
}

function moreText(metering: Metering): string {
  return metering === 'billing'
    ? 'Get more tokens in Settings under Tokens.'
    : 'Ask your admin for more.';
}
