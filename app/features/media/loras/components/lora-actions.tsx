import { Trash2 } from 'lucide-react';
import { useState } from 'react';

import { showFailure } from '~/features/accounts';
import { useTokens } from '~/features/billing';
import { Button } from '~/ui/button';
import { ConfirmDialog } from '~/ui/overlays/confirm-dialog';
import { Pencil } from '~/ui/display/shared-icons';
import { toastSuccess } from '~/ui/feedback/toast';
import { refusalText } from '~/http/client';
import { RenameDialog } from '~/ui/overlays/rename-dialog';

import type { LoraView } from '../../media';
import { loraTexts } from '../texts';
import { lorasApi } from '../../media-requests';
import { MAX_LORA_NAME } from '../lora';

interface LoraActionsProps {
  lora: LoraView;
  onRenamed: (name: string) => void;
  onDeleted: () => void;
}

/** What can be done to a LoRA as a whole. */
export function LoraActions({ lora, onRenamed, onDeleted }: LoraActionsProps) {
  const [asking, setAsking] = useState<'rename' | 'delete' | null>(null);
  const [pending, setPending] = useState(false);
  const metered = useTokens() !== null;

  async function remove() {
    setPending(true);
    try {
      await lorasApi.del('/api/media/loras/:id', { params: { id: lora.id } });
      setAsking(null);
      toastSuccess(loraTexts.deleted);
      onDeleted();
    } catch (error) {
      showFailure(error, refusalText(error, loraTexts.deleteFailed));
    } finally {
      setPending(false);
    }
  }

  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Rename"
        title="Rename"
        onClick={() => setAsking('rename')}
      >
        <Pencil className="size-4" aria-hidden="true" />
      </Button>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Delete"
        title="Delete"
        onClick={() => setAsking('delete')}
      >
        <Trash2 className="size-4" aria-hidden="true" />
      </Button>
      <RenameLora
        lora={lora}
        open={asking === 'rename'}
        onOpenChange={(open) => setAsking(open ? 'rename' : null)}
        onRenamed={onRenamed}
      />
      <ConfirmDialog
        open={asking === 'delete'}
        onOpenChange={(open) => setAsking(open ? 'delete' : null)}
        title={`Delete “${lora.name}”?`}
        text={deletionText(lora, metered)}
        confirmLabel="Delete"
        danger
        pending={pending}
        onConfirm={() => void remove()}
      />
    </>
  );
}

function deletionText({ state }: LoraView, metered: boolean): string {
  if (state === 'training') {
    const charge = metered ? ' The finished part is charged.' : '';
    return `This cancels its training and deletes its images and captions.${charge} This can’t be undone.`;
  }
  if (state === 'ready') {
    return 'This deletes its images, captions, and weights, also at the training service. Images you created with it stay. This can’t be undone.';
  }
  return 'This deletes its images and captions. This can’t be undone.';
}

interface RenameLoraProps {
  lora: LoraView;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onRenamed: (name: string) => void;
}

function RenameLora({ lora, open, onOpenChange, onRenamed }: RenameLoraProps) {
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
