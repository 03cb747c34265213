import { useState, type FormEvent } from 'react';

import { refusalText } from '~/features/auth';
import { Button } from '~/ui/button';
import { Dialog } from '~/ui/dialog';
import { Field } from '~/ui/field';
import { toastSuccess } from '~/ui/toast';

import type { LoraView } from '../../media';
import { loraMessages } from '../lora-messages';
import { requestSettings } from '../lora-requests';
import { LONGEST_LORA_NAME } from '../lora-rules';

interface RenameLoraProps {
  lora: LoraView;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onRenamed: (name: string) => void;
}

export function RenameLora({ lora, open, onOpenChange, onRenamed }: RenameLoraProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Rename LoRA">
      {/* Mounted with each opening: it begins with the name that there is. */}
      {open && <Content lora={lora} close={() => onOpenChange(false)} onRenamed={onRenamed} />}
    </Dialog>
  );
}

function Content({
  lora,
  close,
  onRenamed,
}: Pick<RenameLoraProps, 'lora' | 'onRenamed'> & { close: () => void }) {
  const [name, setName] = useState(lora.name);
  const [error, setError] = useState<string>();
  const [pending, setPending] = useState(false);

  async function rename(event: FormEvent) {
    event.preventDefault();
    if (pending) return;
    const wanted = name.trim();
    if (wanted === '') {
      setError(loraMessages.nameMissing);
      return;
    }
    setPending(true);
    try {
      await requestSettings(lora.id, { name: wanted });
    } catch (failure) {
      setError(refusalText(failure, loraMessages.renameFailed));
      setPending(false);
      return;
    }
    close();
    toastSuccess(loraMessages.renamed);
    onRenamed(wanted);
  }

  return (
    <form noValidate onSubmit={(event) => void rename(event)} className="space-y-5">
      <Field
        label="Name"
        name="name"
        value={name}
        maxLength={LONGEST_LORA_NAME}
        autoComplete="off"
        errors={error === undefined ? undefined : [error]}
        onChange={(event) => setName(event.target.value)}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={close}>
          Cancel
        </Button>
        <Button type="submit" pending={pending}>
          Rename
        </Button>
      </div>
    </form>
  );
}
