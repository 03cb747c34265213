import { openedOnUse } from '~/ui/load-on-use';

/** The dialog that downloads or prints a conversation. Its code is loaded when it first opens. */
export const ConversationExport = openedOnUse(() =>
  import('./conversation-export-window').then((loaded) => loaded.ConversationExportWindow),
);
