export { OutOfTokens, RefusedNote } from './usage/components/refused-note';
export { isOutOfTokens, refusedBy, type Refused } from './usage/refused';
export { TokensGlance, TokensProvider, useTokens } from './usage/components/tokens-provider';
export { TokensTab } from './usage/components/tokens-tab';
export { SubscriptionSettings } from './subscriptions/components/subscription-settings';
export { useEstimate, type Estimate, type Estimated } from './usage/use-estimate';
export { TOKEN_USES, USE_NAMES, type TokenUse } from './usage/uses';
