import { useState } from 'react';

import type { ListedVideoModel, ProviderSettings } from '../provider';
import { useModels } from '../use-models';
import { useProviderForm } from '../use-provider-form';
import { KeyField } from './key-field';
import { ModelPicker } from './model-picker';
import { NumberField, numberIn } from './number-field';
import type { FormProps } from './provider-card';
import { ProviderForm } from './provider-form';

type VideoModel = ProviderSettings['video']['models'][number];

interface Row {
  id: string;
  tokensPerSecond: string;
  /** Lengths in seconds, separated by commas. */
  seconds: string;
  /** What the model takes, as far as it is known. */
  rest: Partial<VideoModel>;
}

const FIELDS = ['key', 'models'];
const DEFAULT_TOKENS = '9000';

/** Replicate, which makes videos and trains LoRAs. */
export function VideoForm({ stored, onSaved, onCancel }: FormProps<'video'>) {
  const form = useProviderForm('video', FIELDS, onSaved);
  const [key, setKey] = useState('');
  const [listed, setListed] = useState<readonly ListedVideoModel[] | null>(null);
  const { rows, add, change, picker } = useModels(() => stored?.settings.models.map(rowOf) ?? []);
  const { problems } = form;

  async function find() {
    const found = await form.findModels('', key);
    if (found) setListed(found.videoModels);
  }

  function choose(id: string) {
    const found = listed?.find((model) => model.id === id);
    add({
      id,
      tokensPerSecond: DEFAULT_TOKENS,
      seconds: found?.seconds.join(', ') ?? '5',
      rest: found === undefined ? {} : inputsOf(found),
    });
  }

  return (
    <ProviderForm
      label="Video provider"
      form={form}
      settings={() => ({ models: rows.map(modelOf) as VideoModel[] })}
      apiKey={key}
      onCancel={onCancel}
    >
      <p className="text-sm text-pretty text-muted">
        Videos are made, and LoRAs trained, by Replicate. LoRA training needs no model here.
      </p>
      <KeyField
        label="API token"
        value={key}
        onChange={setKey}
        isSaved={stored?.hasKey === true}
        problem={problems.key}
        page="https://replicate.com/account/api-tokens"
      />
      <ModelPicker
        {...picker}
        onChoose={({ id }) => choose(id)}
        fieldsOf={(id, index) => (
          <>
            <NumberField
              label="Lengths in seconds"
              of={id}
              name={`models.${index}.seconds`}
              value={rows[index]?.seconds ?? ''}
              onChange={(seconds) => change(id, { seconds })}
              problem={problemOf(problems, `models.${index}.seconds`)}
            />
            <NumberField
              label="Tokens a second"
              of={id}
              name={`models.${index}.tokensPerSecond`}
              value={rows[index]?.tokensPerSecond ?? ''}
              onChange={(tokensPerSecond) => change(id, { tokensPerSecond })}
              problem={problemOf(problems, `models.${index}.tokensPerSecond`)}
            />
          </>
        )}
        listed={listed}
        onFind={() => void find()}
        isFinding={form.pending === 'models'}
        problem={problems.models}
      />
    </ProviderForm>
  );
}

function rowOf({ id, tokensPerSecond, seconds, ...rest }: VideoModel): Row {
  return { id, tokensPerSecond: String(tokensPerSecond), seconds: seconds.join(', '), rest };
}

function modelOf({ id, tokensPerSecond, seconds, rest }: Row): Partial<VideoModel> {
  return {
    ...rest,
    id,
    kind: 'video',
    tokensPerSecond: numberIn(tokensPerSecond),
    seconds: seconds
      .split(/[\s,;]+/)
      .filter(Boolean)
      .map(Number),
  };
}

/** What is sent with each request; the lengths are a field of their own. */
function inputsOf({
  secondsInput,
  aspects,
  aspectInput,
  seed,
  firstFrame,
  firstFrameInput,
}: ListedVideoModel) {
  return { secondsInput, aspects, aspectInput, seed, firstFrame, firstFrameInput };
}

/** What is wrong with a field, or with a part of it. */
function problemOf(problems: Readonly<Record<string, string>>, name: string): string | undefined {
  const found = Object.keys(problems).find((one) => one === name || one.startsWith(`${name}.`));
  return found === undefined ? undefined : problems[found];
}
