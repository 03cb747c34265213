import { vi } from 'vitest';

import { HANG } from '../harness/eventually.ts';

// What a test waits for comes sooner or later, on a busy machine later: by itself Vitest waits for a second.
const { waitFor, waitUntil } = vi;
vi.waitFor = (check, options) => waitFor(check, withLimit(options));
vi.waitUntil = (check, options) => waitUntil(check, withLimit(options));

function withLimit(options: Parameters<typeof waitFor>[1]) {
  return typeof options === 'number' ? options : { ...HANG, ...options };
}
