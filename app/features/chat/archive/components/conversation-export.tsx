import { useLoadOnUse } from '~/ui/load-on-use';

import type { ConversationExportProps } from './conversation-export-window';

const load = () => import('./conversation-export-window');

/** The dialog that downloads or prints a conversation. Its code is loaded when it first opens. */
export function ConversationExport(props: ConversationExportProps) {
  const { open, onOpenChange } = props;
  const loaded = useLoadOnUse(load, open, () => onOpenChange(false));
  return loaded === undefined ? null : <loaded.ConversationExportWindow {...props} />;
}
