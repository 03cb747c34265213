/** An amount in a currency's smallest unit, as people write it: 1900 eur is €19. */
export function moneyWords(amount: number, currency: string): string {
  const money = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  const digits = money.resolvedOptions().maximumFractionDigits ?? 2;
  // Whole amounts are read faster without their zeros.
  return money.format(amount / 10 ** digits).replace(/\.0+$/, '');
}

/** 500000 is 500,000. */
export function countWords(count: number): string {
  return count.toLocaleString('en-US');
}
