// How a brand's name is shown where it has no address.

import { normalizeText } from '~/lib/text/normalize';

const MAX_READ = 200;
const MAX_HANDLE = 15;

/** A user name as the networks would take it: `ryecobakery` for `Rye & Co Bakery`. */
export function handleOf(name: string): string {
  const letters = normalizeText(name.slice(0, MAX_READ), 'NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
  return letters.slice(0, MAX_HANDLE) || 'yourbrand';
}
