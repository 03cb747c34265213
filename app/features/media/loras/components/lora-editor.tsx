import { useCallback, useRef, useState } from 'react';

import type { JobView, LoraDetails, LoraList, LoraView } from '../../media';
import type { OneLora } from '../use-lora';
import type { Unsaved } from '../images/use-saved-text';
import { useStartTraining } from '../training/use-start-training';
import { LastAttempt } from '../training/components/last-attempt';
import { PicturesSection } from '../images/components/pictures-section';
import { StartPanel } from '../training/components/start-panel';
import { TriggerField } from './trigger-field';

interface LoraEditorProps {
  lora: LoraDetails;
  list: LoraList;
  one: OneLora;
  onSettings: (settings: Partial<LoraView>) => void;
  onBegun: (job: JobView) => void;
}

/** All that is said and shown before a training. */
export function LoraEditor({ lora, list, one, onSettings, onBegun }: LoraEditorProps) {
  const [unsaved] = useState<Unsaved>(() => new Map());
  const trigger = useRef<HTMLInputElement>(null);
  const pictures = useRef<HTMLHeadingElement>(null);
  const rights = useRef<HTMLInputElement>(null);
  const start = useStartTraining({
    lora,
    limits: list.limits,
    unsaved,
    onBegun,
    onMissing: useCallback((what) => {
      const place = { trigger, pictures, rights }[what].current;
      place?.focus();
      place?.scrollIntoView({ block: 'center' });
    }, []),
  });
  return (
    <div className="@container">
      <div className="grid items-start gap-8 @4xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0 space-y-8">
          <LastAttempt lora={lora} start={start} available={list.available} />
          <TriggerField
            field={trigger}
            lora={lora}
            unsaved={unsaved}
            isMissing={start.missing.includes('trigger')}
            onSaved={(triggerWord) => onSettings({ triggerWord })}
          />
          <PicturesSection
            heading={pictures}
            lora={lora}
            limits={list.limits}
            captions={list.captions}
            unsaved={unsaved}
            isMissing={start.missing.includes('pictures')}
            change={one.change}
            onArrived={start.unconfirm}
          />
        </div>
        <StartPanel lora={lora} list={list} start={start} rights={rights} onSettings={onSettings} />
      </div>
    </div>
  );
}
