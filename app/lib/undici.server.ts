import { createRequire } from 'node:module';

import type * as Undici from 'undici';

const require = createRequire(import.meta.url);

/**
 * Undici, which connects to addresses that someone typed or an answer named. Loaded on use, since it takes 50 ms of each start and
 * 4 MB of each process.
 */
export const undici = (): typeof Undici => require('undici') as typeof Undici;
