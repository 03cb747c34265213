import { isSameServer } from '../provider';
import { useModels } from '../use-models';
import { useProviderForm } from '../use-provider-form';
import { useServer } from '../use-server';
import { ModelPicker } from './model-picker';
import { NumberField, numberIn } from './number-field';
import type { FormProps } from './provider-card';
import { ProviderForm } from './provider-form';
import { ServerFields } from './server-fields';

const FIELDS = ['address', 'key', 'models'];
const DEFAULT_TOKENS = '4000';

/** The provider that makes images. */
export function ImagesForm({ stored, chatAddress, onSaved, onCancel }: FormProps<'images'>) {
  const form = useProviderForm('images', FIELDS, onSaved);
  const server = useServer('images', stored, form);
  const { rows, add, change, picker } = useModels(() =>
    (stored?.settings.models ?? []).map(({ id, tokens }) => ({ id, tokens: String(tokens) })),
  );
  const sharesKey = chatAddress !== null && isSameServer(chatAddress, server.address);
  return (
    <ProviderForm
      label="Image provider"
      form={form}
      settings={() => ({
        address: server.address,
        models: rows.map(({ id, tokens }) => ({ id, tokens: numberIn(tokens) })),
      })}
      apiKey={server.key}
      onCancel={onCancel}
    >
      <ServerFields
        {...server.fields}
        keyHint={sharesKey ? 'Leave it empty to use the key of the chat provider.' : undefined}
      />
      <ModelPicker
        {...server.picker}
        {...picker}
        onChoose={({ id }) => add({ id, tokens: DEFAULT_TOKENS })}
        fieldsOf={(id, index) => (
          <NumberField
            label="Tokens an image"
            of={id}
            name={`models.${index}.tokens`}
            value={rows[index]?.tokens ?? ''}
            onChange={(tokens) => change(id, { tokens })}
            problem={form.problems[`models.${index}.tokens`]}
          />
        )}
      />
    </ProviderForm>
  );
}
