import { encode } from 'uqr';

import type { QrPicture } from './two-factor';

const QUIET_ZONE = 4;

/** Made here and not in the browser, which then needs no code for it. */
export function qrPicture(text: string): QrPicture {
  const { size, data } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const path = data.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return { size, path: path.join('') };
}
