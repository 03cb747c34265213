export const paymentTexts = {
  away: 'The payment service can’t be reached right now. You weren’t charged. Try again in a few minutes.',
  unknownPrice: 'This offer is no longer available. Reload the page to see current prices.',
  noCustomer: 'You don’t have any payments to manage yet.',
  startedElsewhere: 'Another checkout was started a moment ago, maybe in another tab. Try again.',
  noCheckout: 'This checkout has ended. Choose a plan or token pack again.',
  underWay:
    'Your bank is still confirming your payment. Your plan starts as soon as it does, so don’t pay again.',
} as const;
