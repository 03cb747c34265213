export { PAYMENT_SOURCES } from '~/gateways/payments/index.server';
export { readAllowance } from './allowance/allowance-data.server';
export { grantAllowances, setAllowance } from './allowance/allowance-actions.server';
export {
  extendTrial,
  expireTokens,
  type ExpiryReport,
  openBillingAccount,
} from './ledger/trial.server';
export { getBalance, type Balance } from './ledger/get-balance.server';
export { grant, type GrantRequest } from './ledger/grant.server';
export { chargeOperator, operatorBudget } from './ledger/operator-budget.server';
export { downloadLedger, readLedger, readLedgerFilter } from './ledger/read-ledger.server';
export { changeOf, changeText, entryText, NO_FILTER } from './ledger/entry';
export { openPortal, startCheckout } from './checkout/start-checkout.server';
export { openCheckout, readCheckout } from './checkout/open-checkout.server';
export { billingEmailJob, emailTrialEnds } from './emails/billing-email.server';
export { readPlans, type SetOffer } from './plans/read-plans.server';
export { grantMonths } from './purchases/grant-purchase.server';
export { readSubscription } from './subscriptions/read-subscription.server';
export {
  endSubscription,
  subscriptionEndJob,
  type SubscriptionEnding,
} from './subscriptions/end-subscription.server';
export { openSubscriptionTab } from './subscriptions/read-subscription.server';
export { reserve, type ReserveRequest, roomForAll } from './ledger/reserve.server';
export { openTokensTab, readBalance, readTokensLeft, readUsage } from './usage/read-tokens.server';
export { giveBack, settle, type SettleRequest } from './ledger/settle.server';
export {
  weigh,
  weighted,
  type Amounts,
  type Bucket,
  type Metering,
  type TokenUsage,
} from './ledger/spending';
export { replayEvent } from './webhooks/process-event.server';
export { failedEvents, purgeEvents } from './webhooks/event-data.server';
export { parseUse, USE_NAMES, useTotals } from './usage/uses';
export { registerBilling } from './register.server';
