import { Monitor, Smartphone } from 'lucide-react';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';

import { useOnline } from '~/ui/online';
import { SpinnerIcon } from '~/ui/feedback/progress';

import {
  type FormatId,
  MAX_PREVIEW_NAME,
  MAX_PREVIEW_TEXT,
  PREVIEW_ADDRESS,
  PREVIEW_FIELDS,
} from '../formats';
import { DeviceFrame } from './device-frame';

interface PagePreviewProps {
  formatId: FormatId;
  text: string;
  name: string;
  /** The brand whose look the server gives the page; empty if none. */
  profileId: string;
  /** Tells one look from another. */
  look: string;
}

const DEVICES = {
  desktop: { label: 'Computer', width: 1_280, icon: Monitor },
  phone: { label: 'Phone', width: 390, icon: Smartphone },
} as const;
type Device = keyof typeof DEVICES;

/** How long typing must pause before the page is rendered again. */
const PAUSE_MS = 600;
const HEIGHT = 640;

/** A page in a frame that may do nothing, as wide as on a computer or a phone. */
export function PagePreview(shown: PagePreviewProps) {
  const { text } = shown;
  const [device, setDevice] = useState<Device>('desktop');
  const page = useSettled(shown);
  const online = useOnline();
  return (
    <div>
      <div role="group" aria-label="Preview on" className="mb-3 flex gap-1">
        {(Object.keys(DEVICES) as Device[]).map((id) => {
          const { label, icon: Icon } = DEVICES[id];
          return (
            <button
              key={id}
              type="button"
              aria-pressed={device === id}
              onClick={() => setDevice(id)}
              className="inline-flex h-8 items-center gap-1.5 rounded-md px-3 text-sm font-medium text-muted transition-colors hover:bg-hover hover:text-text aria-pressed:bg-accent-soft aria-pressed:text-accent touch:h-11"
            >
              <Icon className="size-4" aria-hidden="true" />
              {label}
            </button>
          );
        })}
      </div>
      {text.length > MAX_PREVIEW_TEXT ? (
        <p className="text-sm text-muted">This text is too long to preview.</p>
      ) : (
        <>
          {!online && (
            <p className="mb-3 text-sm text-muted">
              You’re offline. The preview will update when you’re back.
            </p>
          )}
          <DeviceFrame device={device}>
            <Stage width={DEVICES[device].width} page={page} online={online} />
          </DeviceFrame>
        </>
      )}
    </div>
  );
}

/** The page at the moment, or a little ago while it is being typed. */
function useSettled({ formatId, text, name, profileId, look }: PagePreviewProps): PagePreviewProps {
  const [settled, setSettled] = useState<PagePreviewProps>({
    formatId,
    text,
    name,
    profileId,
    look,
  });
  useEffect(() => {
    const timer = setTimeout(() => {
      const page = { formatId, text, name, profileId, look };
      setSettled((now) => (JSON.stringify(now) === JSON.stringify(page) ? now : page));
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [formatId, text, name, profileId, look]);
  return settled;
}

interface StageProps {
  width: number;
  page: PagePreviewProps;
  online: boolean;
}

/**
 * A frame as wide as the device, made smaller where there is less room. Each state of the page has a frame of its own,
 * shown when it is there: nothing flickers, and the history of the tab does not grow.
 */
function Stage({ width, page, online }: StageProps) {
  const id = useId();
  const [room, measure] = useRoom();
  const [frames, setFrames] = useState<{ shown: number; next: number }>({ shown: 0, next: 0 });
  const [sent, setSent] = useState<PagePreviewProps | null>(null);
  if (online && sent !== page) {
    setSent(page);
    setFrames(({ shown, next }) => ({ shown, next: next + 1 }));
  }
  const scale = room === 0 ? 1 : Math.min(1, room / width);
  const { shown, next } = frames;
  return (
    <div ref={measure} className="relative overflow-hidden bg-sunken" style={{ height: HEIGHT }}>
      {[shown, next]
        .filter((frame, index, all) => frame > 0 && all.indexOf(frame) === index)
        .map((frame) => (
          <Frame
            key={frame}
            name={`${id}-${frame}`}
            page={frame === next ? sent : null}
            hidden={frame !== shown}
            style={{
              width,
              height: HEIGHT / scale,
              transform: `scale(${scale})`,
              left: Math.max(0, (room - width * scale) / 2),
            }}
            onShown={() => setFrames((now) => ({ ...now, shown: frame }))}
          />
        ))}
      {shown !== next && (
        <span className="absolute end-3 top-3 rounded-full bg-raised p-1.5 text-muted shadow-raised">
          <SpinnerIcon />
          <span className="sr-only">Updating preview…</span>
        </span>
      )}
    </div>
  );
}

interface FrameProps {
  name: string;
  page: PagePreviewProps | null;
  hidden: boolean;
  style: React.CSSProperties;
  onShown: () => void;
}

function Frame({ name, page, hidden, style, onShown }: FrameProps) {
  const sent = useRef(false);
  useEffect(() => {
    if (page === null || sent.current) return;
    sent.current = true;
    postInto(name, page);
  }, [name, page]);
  return (
    <iframe
      name={name}
      title="Preview of the page"
      sandbox=""
      aria-hidden={hidden || undefined}
      tabIndex={hidden ? -1 : undefined}
      style={style}
      className={`absolute top-0 origin-top-left border-0 ${hidden ? 'invisible' : ''}`}
      onLoad={() => {
        // The empty page that a frame begins with has been loaded as well.
        if (sent.current) onShown();
      }}
    />
  );
}

/** As a form, because a frame without an origin can be sent something in no other way that a policy allows. */
function postInto(target: string, { formatId, text, name, profileId }: PagePreviewProps): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = PREVIEW_ADDRESS;
  form.target = target;
  form.hidden = true;
  const values = {
    [PREVIEW_FIELDS.format]: formatId,
    [PREVIEW_FIELDS.name]: name.slice(0, MAX_PREVIEW_NAME),
    [PREVIEW_FIELDS.text]: text,
    [PREVIEW_FIELDS.profile]: profileId,
  };
  for (const [field, value] of Object.entries(values)) {
    // A field of one line would lose the line breaks.
    const element = document.createElement('textarea');
    element.name = field;
    element.value = value;
    form.append(element);
  }
  document.body.append(form);
  form.submit();
  form.remove();
}

/** The width of an element, as it changes. */
function useRoom(): [room: number, measure: (element: HTMLElement | null) => void] {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    if (!element) return;
    const observer = new ResizeObserver(() => setRoom(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return [room, setElement];
}
