import { RenameDialog } from '~/ui/rename-dialog';
import { toastSuccess } from '~/ui/toast';
import { refusalText } from '~/http/client';

import type { LoraView } from '../../media';
import { loraTexts } from '../texts';
import { lorasApi } from '../../media-requests';
import { MAX_LORA_NAME } from '../lora-rules';

interface RenameLoraProps {
  lora: LoraView;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onRenamed: (name: string) => void;
}

export function RenameLora({ lora, open, onOpenChange, onRenamed }: RenameLoraProps) {
  return (
    <RenameDialog
      title="Rename LoRA"
      name={lora.name}
      most={MAX_LORA_NAME}
      missing={loraTexts.nameMissing}
      open={open}
      onOpenChange={onOpenChange}
      rename={async (name) => {
        try {
          const params = { id: lora.id };
          await lorasApi.patch('/api/media/loras/:id', { params, body: { name } });
        } catch (failure) {
          return { done: false, problem: refusalText(failure, loraTexts.renameFailed) };
        }
        toastSuccess(loraTexts.renamed);
        onRenamed(name);
        return { done: true };
      }}
    />
  );
}
