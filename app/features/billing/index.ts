export { RefusedNote } from './components/refused-note';
export { OutOfTokens } from './components/out-of-tokens';
export { TokensGlance } from './components/tokens-glance';
export { TokensProvider } from './components/tokens-provider';
export { TokensTab } from './components/tokens-tab';
export { isOutOfTokens, refusedBy, type Refused } from './refused';
export type { Pack, PaymentsMode, Plan, PlansView } from './plans/plans';
export type { SubscriptionStatus, SubscriptionView } from './subscriptions/subscription';
export { useEstimate, type Estimate, type Estimated } from './use-estimate';
