import { CircleAlert, CircleCheck, Clock, ImageOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import { Check } from '~/ui/display/shared-icons';
import { SpinnerIcon } from '~/ui/feedback/progress';

import type { SavedText } from '../images/use-saved-text';
import type { LoraImage, LoraView } from '../../media';
import { NotConnected, SampleLora } from '../../studio/components/not-connected';
import { stateText } from '../lora-text';

/** Shown where no provider is set up that trains. */
export function ProviderNote({ samples = false }: { samples?: boolean }) {
  return (
    <NotConnected
      title="Training isn’t connected yet"
      samples={samples ? <SampleLora /> : undefined}
    >
      You can already collect your images here and describe them.
    </NotConnected>
  );
}

/** Whether the typed text is saved; takes its place all the time. */
export function SaveState({ state }: { state: SavedText['state'] }) {
  return (
    <p role="status" className="min-h-5 text-xs leading-5 text-muted">
      {state === 'typed' && <span aria-hidden="true">Not saved yet</span>}
      {state === 'saving' && 'Saving…'}
      {state === 'saved' && (
        <span className="inline-flex items-center gap-1">
          <Check className="size-3.5 text-success" aria-hidden="true" />
          Saved
        </span>
      )}
    </p>
  );
}

const LOOK: Record<LoraView['state'], string> = {
  draft: 'bg-sunken text-muted',
  training: 'bg-accent-soft text-accent',
  ready: 'bg-success-soft text-success',
  failed: 'bg-danger-soft text-danger',
  cancelled: 'bg-sunken text-muted',
};

/** A LoRA's state. */
export function StateBadge({ lora }: { lora: Pick<LoraView, 'state' | 'waiting' | 'elsewhere'> }) {
  const { waiting, elsewhere } = lora;
  // It is here, but makes no images.
  const state = elsewhere ? 'draft' : lora.state;
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-xs font-medium whitespace-nowrap ${LOOK[state]}`}
    >
      {waiting && <Clock className="size-3.5" aria-hidden="true" />}
      {state === 'training' && !waiting && <SpinnerIcon />}
      {state === 'ready' && <CircleCheck className="size-3.5" aria-hidden="true" />}
      {state === 'failed' && <CircleAlert className="size-3.5" aria-hidden="true" />}
      {stateText(lora)}
    </span>
  );
}

/** An image, cropped to a square. */
export function ImagePreview({ image }: { image: LoraImage }) {
  const [failed, setFailed] = useState(false);
  return (
    <div className="grid aspect-square place-items-center overflow-hidden rounded-lg bg-sunken">
      {failed ? (
        <ImageOff role="img" aria-label={image.name} className="size-6 text-muted" />
      ) : (
        <img
          src={image.thumbUrl}
          alt={image.name}
          loading="lazy"
          width={320}
          height={320}
          onError={() => setFailed(true)}
          className="size-full object-cover"
        />
      )}
    </div>
  );
}

/** A name and a value. */
export type Fact = readonly [string, string];

/** Facts about a training, side by side. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="mt-4 flex flex-wrap gap-x-8 gap-y-3 text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-xs text-muted">{name}</dt>
          <dd className="mt-0.5 font-medium wrap-anywhere tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The log is followed while it is scrolled this close to its end. */
const NEAR_PX = 40;

/** The provider's log of a training, scrolled to its end unless the person scrolled away from it. */
export function TrainingLog({ text }: { text: string }) {
  const region = useRef<HTMLElement>(null);
  const follows = useRef(true);
  useEffect(() => {
    const element = region.current;
    if (element && follows.current) element.scrollTop = element.scrollHeight;
  }, [text]);
  return (
    <section
      ref={region}
      aria-label="Training log"
      // Scrolled with the keyboard.
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        follows.current = scrollHeight - scrollTop - clientHeight < NEAR_PX;
      }}
      className="mt-4 max-h-64 overflow-auto rounded-lg border bg-sunken p-3"
    >
      <pre className="font-mono text-xs leading-relaxed whitespace-pre-wrap text-muted wrap-anywhere">
        {text}
      </pre>
    </section>
  );
}
