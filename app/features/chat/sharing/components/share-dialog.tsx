import { openedOnUse } from '~/ui/load-on-use';

/** Creates, shows, changes, and removes the public link of a conversation. Its code is loaded when it first opens. */
export const ShareDialog = openedOnUse(() =>
  import('./share-window').then(({ ShareWindow }) => ShareWindow),
);
