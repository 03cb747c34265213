import { vi } from 'vitest';

// Test files share their worker, which halves their time, but nothing that an earlier file left behind: neither modules and
// their single instances, such as settings and pools, nor its environment and stubs.

const state = globalThis as { untouchedEnvironment?: NodeJS.ProcessEnv; __brandwright?: unknown };
state.untouchedEnvironment ??= { ...process.env };
for (const name of Object.keys(process.env)) {
  if (!(name in state.untouchedEnvironment)) delete process.env[name];
}
Object.assign(process.env, state.untouchedEnvironment);
delete state.__brandwright;
vi.useRealTimers();
vi.unstubAllGlobals();
vi.restoreAllMocks();
vi.resetModules();
