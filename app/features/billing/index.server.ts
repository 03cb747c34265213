export { extendTrial } from './extend-trial.server';
export { getBalance, type Balance } from './get-balance.server';
export { grant, type GrantRequest } from './grant.server';
export { chargeHouse, houseBudgetLeft } from './house.server';
export { downloadLedger } from './ledger/download-ledger.server';
export { readLedger, readLedgerFilter } from './ledger/read-ledger.server';
export { lapse, type LapseReport } from './lapse.server';
export { openBillingAccount } from './open-billing-account.server';
export { readPlans } from './plans/read-plans.server';
export { readSubscription } from './subscriptions/read-subscription.server';
export { endSubscription, type SubscriptionEnding } from './subscriptions/end-subscription.server';
export { reserve, type ReserveRequest } from './reserve.server';
export { roomForAll } from './room-for-all.server';
export { openTokensTab } from './usage/open-tokens-tab.server';
export { readBalance } from './usage/read-balance.server';
export { readTokensLeft } from './usage/read-tokens-left.server';
export { settle, type SettleRequest } from './settle.server';
export {
  weigh,
  weighted,
  type Amounts,
  type Bucket,
  type Metering,
  type TokenUsage,
} from './spending';
