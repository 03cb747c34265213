import { AsyncLocalStorage } from 'node:async_hooks';

import { singleton } from './singleton.server';

const storage = singleton('client-left', () => new AsyncLocalStorage<() => boolean>());

/** Serves a request; `hasLeft` tells whether its client is gone without having been answered. */
export function withClient<T>(hasLeft: () => boolean, serve: () => T): T {
  return storage.run(hasLeft, serve);
}

/** True while serving a request whose client has left: what fails then is most likely for that reason, and no fault. */
export function hasClientLeft(): boolean {
  return storage.getStore()?.() ?? false;
}
