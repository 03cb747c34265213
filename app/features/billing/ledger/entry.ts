import { formatNumber } from '~/lib/format';

import type { Amounts } from './spending';
import { TOKEN_USES, USE_NAMES, type TokenUse } from '../usage/uses';

/** An entry of the ledger as people see it: what was set aside and given back is told as one use. */
export interface EntryView {
  id: string;
  /** ISO 8601. */
  at: string;
  /** `use`, or what else the ledger calls it: `grant`, `lapse`, … */
  kind: string;
  /** Null of anything but a use. */
  use: TokenUse | null;
  /** What was used, paid or not. */
  tokens: number;
  /** What it did to each kind of tokens. */
  change: Amounts;
}

export interface LedgerPage {
  entries: EntryView[];
  /** Where the next page goes on; null: there is none. */
  cursor: string | null;
}

/** What the list can be narrowed to. */
export const LEDGER_KINDS = [...TOKEN_USES, 'grant', 'lapse'] as const;
export type LedgerFilterKind = (typeof LEDGER_KINDS)[number];

export interface LedgerFilter {
  kind: LedgerFilterKind | null;
  /** Days (`YYYY-MM-DD`) where the person lives, both of them whole. */
  from: string | null;
  to: string | null;
}

export const NO_FILTER: LedgerFilter = { kind: null, from: null, to: null };

export const KIND_NAMES: Readonly<Record<LedgerFilterKind, string>> = {
  ...USE_NAMES,
  grant: 'Received',
  lapse: 'Lapsed',
};

/** What an entry was, in words. */
export function entryText({
  kind,
  use,
  change,
}: Pick<EntryView, 'kind' | 'use' | 'change'>): string {
  if (kind === 'use') return USE_NAMES[use ?? 'other'];
  if (kind === 'lapse') {
    return change.allowance < 0 ? 'Monthly tokens lapsed' : 'Trial tokens lapsed';
  }
  if (changeOf(change) < 0) return 'Taken back';
  if (change.trial > 0) return 'Trial tokens';
  if (change.allowance > 0) return 'Monthly tokens';
  return 'Tokens added';
}

/** All kinds of tokens together. */
export function changeOf({ trial, allowance, balance }: Amounts): number {
  return trial + allowance + balance;
}

/** `+25,000`, `−120`, `0`; with a real minus sign, which is read out as one. */
export function changeText(change: number): string {
  if (change === 0) return '0';
  return `${change > 0 ? '+' : '−'}${formatNumber(Math.abs(change))}`;
}

/** The filter as an address has it. */
export function filterSearch({ kind, from, to }: LedgerFilter): URLSearchParams {
  const search = new URLSearchParams();
  if (kind !== null) search.set('kind', kind);
  if (from !== null) search.set('from', from);
  if (to !== null) search.set('to', to);
  return search;
}
