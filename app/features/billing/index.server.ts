export { PAYMENT_SOURCES } from '~/gateways/payments/index.server';
export { readAllowance } from './allowance/allowance-data.server';
export { grantAllowances } from './allowance/grant-allowances.server';
export { setAllowance } from './allowance/set-allowance.server';
export { extendTrial } from './ledger/extend-trial.server';
export { getBalance, type Balance } from './ledger/get-balance.server';
export { grant, type GrantRequest } from './ledger/grant.server';
export { chargeOperator, operatorBudget } from './ledger/operator-budget.server';
export { downloadLedger } from './ledger/download-ledger.server';
export { changeOf, changeText, entryText, NO_FILTER } from './ledger/entry';
export { readLedger, readLedgerFilter } from './ledger/read-ledger.server';
export { lapse, type LapseReport } from './ledger/lapse.server';
export { openBillingAccount } from './ledger/open-billing-account.server';
export { openPortal, startCheckout } from './checkout/start-checkout.server';
export { openCheckout } from './checkout/open-checkout.server';
export { readCheckout } from './checkout/read-checkout.server';
export { billingMailJob } from './mails/billing-mail.server';
export { mailTrialEnds } from './mails/trial-mails.server';
export { readOffers, readPlans, type SetOffer } from './plans/read-plans.server';
export { readPricing } from './plans/pricing-view.server';
export { readTestMode } from './plans/test-mode.server';
export { grantMonths } from './purchases/grant-months.server';
export { readSubscription } from './subscriptions/read-subscription.server';
export {
  endSubscription,
  subscriptionEndJob,
  type SubscriptionEnding,
} from './subscriptions/end-subscription.server';
export { openSubscriptionTab } from './subscriptions/subscription-page.server';
export { reserve, type ReserveRequest } from './ledger/reserve.server';
export { roomForAll } from './ledger/room-for-all.server';
export { openTokensTab } from './usage/open-tokens-tab.server';
export { readBalance } from './usage/read-balance.server';
export { readTokensLeft } from './usage/read-tokens-left.server';
export { giveBack, settle, type SettleRequest } from './ledger/settle.server';
export {
  weigh,
  weighted,
  type Amounts,
  type Bucket,
  type Metering,
  type TokenUsage,
} from './ledger/spending';
export { failedEvents, replayEvent } from './webhooks/replay-event.server';
export { purgeEvents } from './webhooks/purge-events.server';
export { readUsage } from './usage/read-usage.server';
export { useTotals } from './usage/usage';
export { knownUse, USE_NAMES } from './usage/uses';
export { registerBilling } from './register.server';
