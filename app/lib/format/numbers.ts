import { formatContext } from './context';

/** `12,000`, with up to three decimals. */
export function formatNumber(value: number): string {
  return written(value, 3);
}

/** `1 image`, `12,000 images`. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/** For narrow places: `12.4K`, `3M`. Rounded down, so that it never promises more than there is. */
export function formatCompact(value: number): string {
  const [size, unit] = scaled(value, ['', 'K', 'M', 'B', 'T'], 1_000);
  const step = unit === '' || size >= 100 ? 1 : 10;
  return `${written(Math.floor(size * step) / step, 1)}${unit}`;
}

/** `1.4 GB`, in powers of a thousand, as storage is sold. */
export function formatBytes(bytes: number): string {
  const [size, unit] = scaled(bytes, ['bytes', 'KB', 'MB', 'GB', 'TB'], 999.5);
  if (bytes === 1) return '1 byte';
  return `${written(size, unit === 'bytes' || size >= 99.95 ? 0 : 1)} ${unit}`;
}

/** Divides by a thousand until the value is below `most`, and says which unit it has then. */
function scaled(value: number, units: readonly string[], most: number): [number, string] {
  let size = value;
  let unit = 0;
  while (size >= most && unit < units.length - 1) {
    size /= 1_000;
    unit += 1;
  }
  return [size, units[unit]!];
}

/** With this many decimals, without zeros at the end beyond `minDigits`. */
export function written(value: number, maxDigits: number, minDigits = 0): string {
  const { decimal } = formatContext().conventions;
  const [whole = '', exact = ''] = Math.abs(value).toFixed(maxDigits).split('.');
  let fraction = exact;
  while (fraction.length > minDigits && fraction.endsWith('0')) fraction = fraction.slice(0, -1);
  const digits = grouped(whole) + (fraction === '' ? '' : decimal + fraction);
  return value < 0 && digits !== '0' ? `-${digits}` : digits;
}

function grouped(digits: string): string {
  const { group, lakhs } = formatContext().conventions;
  let text = digits.slice(-3);
  for (let end = digits.length - 3; end > 0; end -= lakhs ? 2 : 3) {
    text = digits.slice(Math.max(0, end - (lakhs ? 2 : 3)), end) + group + text;
  }
  return text;
}
