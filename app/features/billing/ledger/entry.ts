import { formatNumber } from '~/lib/format/numbers';

import type { Amounts } from './spending';
import { TOKEN_USES, USE_NAMES, type TokenUse } from '../usage/uses';

/** An entry as people see it: a reservation and its settlement are one use. */
export interface EntryView {
  id: string;
  /** ISO 8601. */
  at: string;
  /** `use`, or a kind of the ledger: `grant`, `lapse`, … */
  kind: string;
  /** Null for everything but a use. */
  use: TokenUse | null;
  /** What was used, paid or not. */
  tokens: number;
  /** How it changed each bucket. */
  change: Amounts;
}

export interface LedgerPage {
  entries: EntryView[];
  /** Where the next page begins; null on the last one. */
  cursor: string | null;
}

export const LEDGER_KINDS = [...TOKEN_USES, 'grant', 'lapse'] as const;
export type LedgerFilterKind = (typeof LEDGER_KINDS)[number];

export interface LedgerFilter {
  kind: LedgerFilterKind | null;
  /** Days (`YYYY-MM-DD`) in the user's time zone, both inclusive. */
  from: string | null;
  to: string | null;
}

export const NO_FILTER: LedgerFilter = { kind: null, from: null, to: null };

export const KIND_NAMES: Readonly<Record<LedgerFilterKind, string>> = {
  ...USE_NAMES,
  grant: 'Added',
  lapse: 'Expired',
};

export function entryText({
  kind,
  use,
  change,
}: Pick<EntryView, 'kind' | 'use' | 'change'>): string {
  if (kind === 'use') return USE_NAMES[use ?? 'other'];
  if (kind === 'lapse') {
    return change.allowance < 0 ? 'Monthly tokens expired' : 'Trial tokens expired';
  }
  if (changeOf(change) < 0) return 'Removed after a refund';
  if (change.trial > 0) return 'Trial tokens';
  if (change.allowance > 0) return 'Monthly tokens';
  return 'Tokens added';
}

/** The change of all buckets together. */
export function changeOf({ trial, allowance, balance }: Amounts): number {
  return trial + allowance + balance;
}

/** `+25,000`, `−120`, `0`; with a real minus sign, which screen readers read as one. */
export function changeText(change: number): string {
  if (change === 0) return '0';
  return `${change > 0 ? '+' : '−'}${formatNumber(Math.abs(change))}`;
}

/** The filter as a query string. */
export function filterSearch({ kind, from, to }: LedgerFilter): URLSearchParams {
  const search = new URLSearchParams();
  if (kind !== null) search.set('kind', kind);
  if (from !== null) search.set('from', from);
  if (to !== null) search.set('to', to);
  return search;
}

/** Spreadsheets run a cell that begins like this as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** A line of CSV (RFC 4180). Numbers stay numbers; no text can be a formula. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map((cell) => (typeof cell === 'number' ? String(cell) : textCell(cell))).join(',')}\r\n`;
}

function textCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
