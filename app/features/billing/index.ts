export type { Pack, PaymentsMode, Plan, PlansView } from './plans/plans';
export type { SubscriptionStatus, SubscriptionView } from './subscriptions/subscription';
export { useEstimate, type Estimate, type Estimated } from './use-estimate';
