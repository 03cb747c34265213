import { formatContext } from './context';
import { written } from './numbers';

/** Kept by currency: making one takes longer than everything else here. */
const currencies = new Map<string, { symbol: string; digits: number }>();

function currencyOf(code: string): { symbol: string; digits: number } {
  const known = currencies.get(code);
  if (known) return known;
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: code });
  const { value: symbol = code } =
    format.formatToParts(0).find(({ type }) => type === 'currency') ?? {};
  const made = { symbol, digits: format.resolvedOptions().maximumFractionDigits ?? 2 };
  currencies.set(code, made);
  return made;
}

/** Formats an amount in the currency's smallest unit: 1900 eur is €19. */
export function formatMoney(amount: number, currency: string): string {
  const { symbol, digits } = currencyOf(currency);
  const value = Math.abs(amount) / 10 ** digits;
  // Whole amounts are easier to read without their zeros.
  const number = written(value, digits, Number.isInteger(value) ? 0 : digits);
  const sign = amount < 0 ? '-' : '';
  const place = formatContext().conventions.currency;
  if (place === 'after') return `${sign}${number}\u00a0${symbol}`;
  const isSpaced = place === 'spaced' || /\p{L}$/u.test(symbol);
  return `${sign}${symbol}${isSpaced ? '\u00a0' : ''}${number}`;
}
