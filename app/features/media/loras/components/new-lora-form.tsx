import { useNavigate } from '@remix-run/react';
import { useRef, useState, type FormEvent } from 'react';

import { showFailure } from '~/features/accounts';
import { newClientKey } from '~/lib/client-key';
import { Button } from '~/ui/button';
import { Field } from '~/ui/forms/field';
import { refusalText } from '~/http/client';

import type { LoraView } from '../../media';
import { loraTexts } from '../texts';
import { lorasApi } from '../../media-requests';
import { MAX_LORA_NAME } from '../lora-rules';
import { loraPath } from './lora-parts';

/** Begins one and opens it. */
export function NewLoraForm({ onMade }: { onMade: (lora: LoraView) => void }) {
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();
  const [pending, setPending] = useState(false);
  // Asked again, because the first answer did not arrive, it is made once.
  const open = useRef<{ name: string; key: string } | null>(null);

  async function create(event: FormEvent) {
    event.preventDefault();
    if (pending) return;
    const name = field.current?.value.trim() ?? '';
    if (name === '') {
      setError(loraTexts.nameMissing);
      field.current?.focus();
      return;
    }
    setError(undefined);
    setPending(true);
    if (open.current?.name !== name) open.current = { name, key: newClientKey() };
    try {
      const body = { clientKey: open.current.key, name };
      const lora = await lorasApi.post('/api/media/loras', { body });
      onMade(lora);
      navigate(loraPath(lora.id));
    } catch (failure) {
      showFailure(failure, refusalText(failure, loraTexts.createFailed));
      setPending(false);
    }
  }

  return (
    <form
      method="post"
      noValidate
      aria-label="New LoRA"
      onSubmit={(event) => void create(event)}
      className="flex max-w-xl flex-wrap items-start gap-3"
    >
      <Field
        ref={field}
        label="What should it learn?"
        name="name"
        maxLength={MAX_LORA_NAME}
        placeholder="Our rye loaf"
        autoComplete="off"
        errors={error === undefined ? undefined : [error]}
        className="min-w-52 flex-1"
      />
      <Button type="submit" pending={pending} className="mt-6.5 h-11">
        New LoRA
      </Button>
    </form>
  );
}
