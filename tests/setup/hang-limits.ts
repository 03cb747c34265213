import { vi } from 'vitest';

import { HANG } from '../harness/eventually.ts';

// Vitest's default of one second is too short on a busy machine.
const { waitFor, waitUntil } = vi;
vi.waitFor = (check, options) => waitFor(check, withLimit(options));
vi.waitUntil = (check, options) => waitUntil(check, withLimit(options));

function withLimit(options: Parameters<typeof waitFor>[1]) {
  return typeof options === 'number' ? options : { ...HANG, ...options };
}
