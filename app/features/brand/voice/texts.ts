import { formatNumber } from '~/lib/format';

import { RULE_LIMITS } from './rule';

/** Texts of voice rules. */
export const voiceRuleTexts = {
  gone: 'This rule no longer exists.',
  there: 'You already have a rule with these words. Edit that one instead.',
  thereWithoutWords: 'You already have a rule like this. Edit that one instead.',
  changedElsewhere: 'This rule was changed in another tab. Your version is still here.',
  tooMany: `A brand can have up to ${formatNumber(RULE_LIMITS.rules)} voice rules. Remove some you no longer need, then try again.`,
  tooLong: 'Your voice rules have too much text. Shorten or remove some, then try again.',
  exceptionMissing: 'Choose a passage first.',
  exceptionTooLong: `This passage is too long to remember. Use up to ${formatNumber(RULE_LIMITS.exception)} characters, or edit the rule.`,
  tooManyExceptions: 'This rule has as many exceptions as it can hold. Edit the rule instead.',
  loadFailed: 'We couldn’t load your voice rules. Reload the page.',
  saveFailed: 'Your rule wasn’t saved. It’s still here, so try again.',
  removeFailed: 'Your rule wasn’t removed. Try again.',
  undoFailed: 'Your rule didn’t come back. Try again.',
  setFailed: 'These rules weren’t added. Try again.',
  added: 'Rule added',
  saved: 'Rule saved',
  removed: 'Rule removed',
} as const;
