import { get, resource } from '~/http/resource.server';
import { timeZoneOrUtc } from '~/lib/local-days';

import { readBalance } from '../../usage/read-tokens.server';
import { downloadLedger, readLedger, readLedgerFilter } from '../read-ledger.server';

const api = resource(
  /** What is left in each bucket, and until when. */
  get('/api/billing/balance', { access: 'user' }, ({ scope }) => readBalance(scope, new Date())),
  /** A page of the ledger, from the cursor `?before=` on. */
  get('/api/billing/ledger', { access: 'user' }, ({ scope, user, search }) => {
    const page = { zone: timeZoneOrUtc(user.timeZone), before: search.get('before') };
    return readLedger(scope, readLedgerFilter(search), page);
  }),
  /** The whole ledger as a file. */
  get(
    '/api/billing/ledger.csv',
    { access: 'user', limit: 'ledger-download' },
    ({ scope, user, search }) =>
      downloadLedger(scope, readLedgerFilter(search), timeZoneOrUtc(user.timeZone)),
  ),
);

export type LedgerApi = typeof api;
export const loader = api.loader;
export const action = api.action;
