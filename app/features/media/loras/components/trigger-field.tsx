import type { RefObject } from 'react';

import { Field } from '~/ui/field';

import type { LoraView } from '../../media';
import { loraTexts } from '../texts';
import { lorasApi } from '../../media-requests';
import { isTriggerWord } from '../lora-rules';
import { useSavedText, type Unsaved } from '../images/use-saved-text';
import { SaveState } from './save-state';

interface TriggerFieldProps {
  field: RefObject<HTMLInputElement>;
  lora: LoraView;
  unsaved: Unsaved;
  isMissing: boolean;
  onSaved: (triggerWord: string) => void;
}

/** The word that calls up what was learned. */
export function TriggerField({ field, lora, unsaved, isMissing, onSaved }: TriggerFieldProps) {
  const trigger = useSavedText({
    value: lora.triggerWord,
    name: `lora:${lora.id}:trigger`,
    unsaved,
    save: async (triggerWord) => {
      const params = { id: lora.id };
      await lorasApi.patch('/api/media/loras/:id', { params, body: { triggerWord } });
      onSaved(triggerWord);
    },
    failedText: loraTexts.settingsFailed,
  });
  const typed = trigger.text.trim();
  const isOdd = typed !== '' && !isTriggerWord(typed);
  const missing = isMissing && typed === '' ? loraTexts.triggerMissing : null;
  const error = trigger.error ?? missing;
  return (
    <div className="max-w-xl">
      <Field
        ref={field}
        label="Trigger word"
        name="triggerWord"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={40}
        placeholder="RYELOAF"
        value={trigger.text}
        errors={error === null ? undefined : [error]}
        hint="One made-up word that no prompt has by chance. In a prompt it brings in what was learned."
        onChange={(event) => trigger.type(event.target.value)}
        onBlur={() => {
          if (!isOdd) void trigger.keep();
        }}
      />
      {isOdd ? (
        <p role="status" className="mt-1.5 text-sm text-danger">
          {loraTexts.triggerOdd}
        </p>
      ) : (
        <SaveState state={trigger.state} />
      )}
    </div>
  );
}
