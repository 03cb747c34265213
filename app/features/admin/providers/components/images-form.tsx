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
  tokens: string;
}

const FIELDS = ['address', 'key', 'models'];
const DEFAULT_TOKENS = '4000';

/** The provider that makes images. */
export function ImagesForm({ stored, chatAddress, onSaved, onCancel }: FormProps<'images'>) {
  const presets = PRESETS.images;
  const [address, setAddress] = useState(stored?.settings.address ?? presets[0].address);
  const [preset, setPreset] = useState(() => presetOf(presets, address));
  const [key, setKey] = useState('');
  const [rows, setRows] = useState<readonly Row[]>(
    () => stored?.settings.models.map(({ id, tokens }) => ({ id, tokens: String(tokens) })) ?? [],
  );
  const [listed, setListed] = useState<readonly ListedModel[] | null>(null);
  const formRef = useRef<HTMLFormElement>(null);
  const form = useProviderForm('images', FIELDS, formRef, onSaved);
  const { problems } = form;
  const sharesKey = chatAddress !== null && isSameServer(chatAddress, address);

  const settings = () => ({
    address,
    models: rows.map(({ id, tokens }) => ({ id, tokens: numberIn(tokens) })),
  });

  async function find() {
    const found = await form.findModels(address, key);
    if (found) setListed(sortModels('images', found.models));
  }

  return (
    <form
      ref={formRef}
      aria-label="Image provider"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.save(settings(), key);
      }}
      className="space-y-5"
    >
      <ServerFields
        name="images-preset"
        presets={presets}
        preset={preset}
        onPreset={setPreset}
        address={address}
        onAddress={(typed) => {
          setAddress(typed);
          if (!isSameServer(typed, address)) setListed(null);
        }}
        problem={problems.address}
      />
      <KeyField
        value={key}
        onChange={setKey}
        isSaved={stored?.hasKey === true && isSameServer(stored.settings.address, address)}
        problem={problems.key}
        hint={sharesKey ? 'Leave it empty to use the key of the chat provider.' : undefined}
        page={preset.keyPage}
      />
      <ModelPicker
        chosen={rows.map(({ id }) => id)}
        onChoose={({ id }) =>
          setRows((before) =>
            before.some((row) => row.id === id)
              ? before
              : [...before, { id, tokens: DEFAULT_TOKENS }],
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
          <NumberField
            label="Tokens an image"
            of={id}
            name={`models.${index}.tokens`}
            value={rows[index]?.tokens ?? ''}
            onChange={(tokens) =>
              setRows((before) => before.map((row) => (row.id === id ? { ...row, tokens } : row)))
            }
            problem={problems[`models.${index}.tokens`]}
          />
        )}
        listed={listed}
        onFind={() => void find()}
        isFinding={form.pending === 'models'}
        problem={problems.models}
      />
      <FormEnd form={form} onTest={() => void form.test(settings(), key)} onCancel={onCancel} />
    </form>
  );
}
