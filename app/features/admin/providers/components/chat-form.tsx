import { useRef, useState } from 'react';

import { PRESETS, isSameServer, presetOf, sortModels, type ListedModel } from '../provider';
import { useProviderForm } from '../use-provider-form';
import { FormEnd } from './form-end';
import { KeyField } from './key-field';
import { ModelPicker } from './model-picker';
import { NumberField, numberIn } from './number-field';
import type { FormProps } from './provider-card';
import { ServerFields } from './server-fields';

interface Row {
  id: string;
  weight: string;
  vision: boolean;
}

const FIELDS = ['address', 'key', 'models'];

/** The assistant's provider. */
export function ChatForm({ stored, onSaved, onCancel }: FormProps<'chat'>) {
  const presets = PRESETS.chat;
  const [address, setAddress] = useState(stored?.settings.address ?? presets[0].address);
  const [preset, setPreset] = useState(() => presetOf(presets, address));
  const [key, setKey] = useState('');
  const [rows, setRows] = useState<readonly Row[]>(
    () =>
      stored?.settings.models.map(({ id, weight, vision = false }) => ({
        id,
        weight: String(weight),
        vision,
      })) ?? [],
  );
  const [listed, setListed] = useState<readonly ListedModel[] | null>(null);
  const formRef = useRef<HTMLFormElement>(null);
  const form = useProviderForm('chat', FIELDS, formRef, onSaved);
  const { problems } = form;
  const change = (id: string, part: Partial<Row>) =>
    setRows((before) => before.map((row) => (row.id === id ? { ...row, ...part } : row)));

  const settings = () => ({
    address,
    models: rows.map(({ id, weight, vision }) => ({ id, weight: numberIn(weight), vision })),
  });

  async function find() {
    const found = await form.findModels(address, key);
    if (found) setListed(sortModels('chat', found.models));
  }

  return (
    <form
      ref={formRef}
      aria-label="Chat provider"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.save(settings(), key);
      }}
      className="space-y-5"
    >
      <ServerFields
        name="chat-preset"
        presets={presets}
        preset={preset}
        onPreset={setPreset}
        address={address}
        onAddress={(typed) => {
          setAddress(typed);
          // They are another server's.
          if (!isSameServer(typed, address)) setListed(null);
        }}
        problem={problems.address}
      />
      <KeyField
        value={key}
        onChange={setKey}
        isSaved={stored?.hasKey === true && isSameServer(stored.settings.address, address)}
        problem={problems.key}
        hint={preset.id === 'ollama' ? 'Ollama needs none.' : undefined}
        page={preset.keyPage}
      />
      <ModelPicker
        chosen={rows.map(({ id }) => id)}
        onChoose={({ id, vision = false }) =>
          setRows((before) =>
            before.some((row) => row.id === id) ? before : [...before, { id, weight: '1', vision }],
          )
        }
        onRemove={(id) => setRows((before) => before.filter((row) => row.id !== id))}
        onMakeDefault={(id) =>
          setRows((before) => [
            ...before.filter((row) => row.id === id),
            ...before.filter((row) => row.id !== id),
          ])
        }
        fieldsOf={(id, index) => (
          <>
            <label className="flex min-h-9 items-center gap-2 text-sm touch:min-h-11">
              <input
                type="checkbox"
                checked={rows[index]?.vision ?? false}
                onChange={({ target }) => change(id, { vision: target.checked })}
                className="size-4 accent-accent"
              />
              Reads images
            </label>
            <NumberField
              label="Weight"
              of={id}
              name={`models.${index}.weight`}
              value={rows[index]?.weight ?? ''}
              onChange={(weight) => change(id, { weight })}
              problem={problems[`models.${index}.weight`]}
            />
          </>
        )}
        listed={listed}
        onFind={() => void find()}
        isFinding={form.pending === 'models'}
        problem={problems.models}
      />
      {rows.length > 0 && (
        <p className="text-sm text-pretty text-muted">
          People choose among these models; the first one is the default. The weight is what one of
          its tokens costs: 2 for a model that costs you twice as much.
        </p>
      )}
      <FormEnd form={form} onTest={() => void form.test(settings(), key)} onCancel={onCancel} />
    </form>
  );
}
