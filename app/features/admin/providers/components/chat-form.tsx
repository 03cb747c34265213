import { useModels } from '../use-models';
import { useProviderForm } from '../use-provider-form';
import { useServer } from '../use-server';
import { ModelPicker } from './model-picker';
import { NumberField, numberIn } from './number-field';
import type { FormProps } from './provider-card';
import { ProviderForm } from './provider-form';
import { ServerFields } from './server-fields';

const FIELDS = ['address', 'key', 'models'];

const ABILITIES = [
  ['vision', 'Reads images'],
  ['effort', 'People choose how hard it thinks'],
  ['tools', 'Uses tools, such as web search'],
] as const;

/** The assistant's provider. */
export function ChatForm({ stored, onSaved, onCancel }: FormProps<'chat'>) {
  const form = useProviderForm('chat', FIELDS, onSaved);
  const server = useServer('chat', stored, form);
  const { rows, add, change, picker } = useModels(() =>
    (stored?.settings.models ?? []).map(
      ({ id, weight, context, effort = false, tools = false, vision = false }) => ({
        id,
        weight: String(weight),
        context: String(context ?? ''),
        effort,
        tools,
        vision,
      }),
    ),
  );
  return (
    <ProviderForm
      label="Chat provider"
      form={form}
      settings={() => ({
        address: server.address,
        models: rows.map((row) => ({
          ...row,
          weight: numberIn(row.weight),
          context: row.context.trim() === '' ? undefined : numberIn(row.context),
        })),
      })}
      apiKey={server.key}
      onCancel={onCancel}
    >
      <ServerFields
        {...server.fields}
        keyHint={server.fields.preset.id === 'ollama' ? 'Ollama needs none.' : undefined}
      />
      <ModelPicker
        {...server.picker}
        {...picker}
        onChoose={({ id, context, effort = false, tools = false, vision = false }) =>
          add({ id, weight: '1', context: String(context ?? ''), effort, tools, vision })
        }
        fieldsOf={(id, index) => (
          <>
            {ABILITIES.map(([ability, label]) => (
              <label
                key={ability}
                className="flex min-h-9 items-center gap-2 text-sm touch:min-h-11"
              >
                <input
                  type="checkbox"
                  checked={rows[index]?.[ability] ?? false}
                  onChange={({ target }) => change(id, { [ability]: target.checked })}
                  className="size-4 accent-accent"
                />
                {label}
              </label>
            ))}
            <NumberField
              label="Weight"
              of={id}
              name={`models.${index}.weight`}
              value={rows[index]?.weight ?? ''}
              onChange={(weight) => change(id, { weight })}
              problem={form.problems[`models.${index}.weight`]}
            />
            <NumberField
              label="Context"
              of={id}
              name={`models.${index}.context`}
              value={rows[index]?.context ?? ''}
              onChange={(context) => change(id, { context })}
              problem={form.problems[`models.${index}.context`]}
            />
          </>
        )}
      />
      {rows.length > 0 && (
        <p className="text-sm text-pretty text-muted">
          People choose among these models; the first one is the default. The weight is what one of
          its tokens costs: 2 for a model that costs you twice as much. The context is how many
          tokens it reads and writes in one request; chats are kept within it. A lower number saves
          money.
        </p>
      )}
    </ProviderForm>
  );
}
