import { useLoadOnUse } from '~/ui/load-on-use';

import type { ConversationExportProps } from './conversation-export-window';

const load = () => import('./conversation-export-window');

/** In which form a conversation is downloaded, or printed. Its code is loaded when it first opens. */
export function ConversationExport(props: ConversationExportProps) {
  const { open, onOpenChange } = props;
  const loaded = useLoadOnUse(load, open, () => onOpenChange(false));
  return loaded === undefined ? null : <loaded.ConversationExportWindow {...props} />;
}
