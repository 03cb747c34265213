export const paymentTexts = {
  off: 'Nothing is sold on this site.',
  away: 'The payment service cannot be reached just now. Nothing was charged. Please try again in a few minutes.',
  unknownPrice: 'This is not on offer any more. Please reload the page.',
  noCustomer: 'There are no payments of yours to manage yet.',
  startedElsewhere:
    'Another payment was begun a moment ago, maybe in another tab. Please try again.',
  noCheckout: 'This checkout no longer exists. Choose a plan or a pack again.',
  underWay:
    'A payment of yours is still being confirmed by your bank. It shows here as soon as it is through.',
} as const;
