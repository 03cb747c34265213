export { RefusedNote } from './usage/components/refused-note';
export { OutOfTokens } from './usage/components/out-of-tokens';
export { TokensGlance } from './usage/components/tokens-glance';
export { TokensProvider } from './usage/components/tokens-provider';
export { TokensTab } from './usage/components/tokens-tab';
export { isOutOfTokens, refusedBy, type Refused } from './ledger/refused';
export { SubscriptionSettings } from './subscriptions/components/subscription-settings';
export { useEstimate, type Estimate, type Estimated } from './usage/use-estimate';
export { TOKEN_USES, USE_NAMES, type TokenUse } from './usage/uses';
