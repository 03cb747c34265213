export { RefusedNote } from './components/refused-note';
export { OutOfTokens } from './components/out-of-tokens';
export { TokensGlance } from './components/tokens-glance';
export { TokensProvider } from './components/tokens-provider';
export { TokensTab } from './components/tokens-tab';
export { isOutOfTokens, refusedBy, type Refused } from './refused';
export {
  VerifySubscriptionCard,
  type VerifySubscriptionView,
} from './checkout/components/verify-subscription-card';
export { CheckoutPage } from './checkout/components/checkout-page';
export { returnPath } from './checkout/paths';
export { paymentTexts } from './checkout/messages';
export { useCheckout } from './checkout/use-checkout';
export {
  packFailedMail,
  paymentFailedMail,
  receiptMail,
  trialEndingMail,
  trialOverMail,
} from './mails/billing-mails';
export { BuyButton } from './plans/components/buy-button';
export { PackList } from './plans/components/pack-list';
export { PricingPage } from './plans/components/pricing-page';
export { PriceChecks, StripeTesting, TestModeOff } from './plans/components/test-mode';
export { moneyWords } from './plans/money';
export { SubscriptionSettings } from './subscriptions/components/subscription-settings';
export type { Pack, PaymentsMode, Plan, PlansView } from './plans/plans';
export type { SubscriptionStatus, SubscriptionView } from './subscriptions/subscription';
export { useEstimate, type Estimate, type Estimated } from './use-estimate';
export { TOKEN_USES, USE_NAMES, type TokenUse } from './usage/uses';
