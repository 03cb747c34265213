import { formatNumber } from '~/lib/format';

import type { Metering, Shortage } from './ledger/spending';

/** What the tokens were needed for. */
export type Purpose = 'answer' | 'pictures' | 'training' | 'video';

const SMALLER: Record<Exclude<Purpose, 'answer'>, string> = {
  pictures: 'Fewer pictures',
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
      return `Your ${formatNumber(shortage.waiting)} trial tokens are ready. Confirm your email to use them.`;
    case 'too-little':
      if (purpose !== 'answer') {
        return `You have ${formatNumber(shortage.left)} tokens left, which is too few for this. ${SMALLER[purpose]} may still fit. ${more}`;
      }
      return (
        `You have ${formatNumber(shortage.left)} tokens left, which is too few for this ` +
        `conversation. A shorter message or a new chat may still fit. ${more}`
      );
    case 'trial-over':
      return `Your trial has ended. ${more}`;
    case 'empty':
      return purpose === 'answer'
        ? `You have too few tokens left for another answer. ${more}`
        : `You have too few tokens left for this. ${more}`;
  }
}

/** The same for several texts requested together, or one whose length was chosen. */
export function tooFewForAllText(left: number, needed: number, metering: Metering): string {
  return (
    `You have ${formatNumber(left)} tokens left, and this needs about ${formatNumber(needed)}. ` +
    `Fewer or shorter texts may still fit. ${moreText(metering)}`
  );
}

function moreText(metering: Metering): string {
  return metering === 'billing'
    ? 'You can get more tokens in Settings under Tokens.'
    : 'Please ask the person who runs this site for more tokens.';
}
