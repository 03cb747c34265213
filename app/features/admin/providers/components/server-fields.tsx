import { Field } from '~/ui/forms/field';
import { RadioCard } from '~/ui/forms/radio-card';

import { type Preset, presetOf } from '../provider';
import { KeyField } from './key-field';

interface ServerFieldsProps {
  name: string;
  presets: readonly Preset[];
  preset: Preset;
  onPreset: (preset: Preset) => void;
  address: string;
  onAddress: (address: string) => void;
  apiKey: string;
  onKey: (key: string) => void;
  isKeySaved: boolean;
  keyHint: string | undefined;
  problems: Readonly<Record<string, string>>;
}

/** Whose server it is, its address, which a choice fills in, and its key. */
export function ServerFields(props: ServerFieldsProps) {
  const { name, presets, preset, onPreset, address, onAddress, problems } = props;
  return (
    <>
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium">Provider</legend>
        <div className={`grid gap-2 ${presets.length === 3 ? 'sm:grid-cols-3' : 'sm:grid-cols-2'}`}>
          {presets.map((one) => (
            <RadioCard
              key={one.id}
              name={name}
              value={one.id}
              label={one.label}
              checked={one.id === preset.id}
              onChange={() => {
                onPreset(one);
                onAddress(one.address);
              }}
            >
              {one.about}
            </RadioCard>
          ))}
        </div>
      </fieldset>
      <Field
        label="Address"
        name="address"
        type="url"
        inputMode="url"
        value={address}
        onChange={({ target }) => {
          onAddress(target.value);
          onPreset(presetOf(presets, target.value));
        }}
        errors={problems.address === undefined ? undefined : [problems.address]}
        hint={hintOf(preset)}
        placeholder="https://api.example.com/v1"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <KeyField
        value={props.apiKey}
        onChange={props.onKey}
        isSaved={props.isKeySaved}
        problem={problems.key}
        hint={props.keyHint}
        page={preset.keyPage}
      />
    </>
  );
}

function hintOf({ id }: Preset): string | undefined {
  if (id === 'ollama') {
    return 'As this server reaches it. If Brandwright runs in a container, localhost is the container: use the name or the address of the machine.';
  }
  return id === 'other' ? 'It often ends in /v1.' : undefined;
}
