import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

import { useTheme } from '../theme';
import { Button } from '../button';
import { DIAGRAM_FRAME, parseFrameMessage, type DrawRequest } from './diagram-messages';
// Built like a worker: on its own, sharing nothing with the page.
import frameScript from './diagram-frame?worker&url';

/** For loading and drawing; a diagram that takes longer is too heavy for a page. */
const PATIENCE_MS = 20_000;

const MAX_LENGTH = 20_000;

const KINDS = new Map([
  ['classDiagram', 'Class diagram'],
  ['erDiagram', 'Entity relationship diagram'],
  ['flowchart', 'Flowchart'],
  ['gantt', 'Gantt chart'],
  ['graph', 'Flowchart'],
  ['journey', 'User journey'],
  ['mindmap', 'Mind map'],
  ['pie', 'Pie chart'],
  ['sequenceDiagram', 'Sequence diagram'],
  ['stateDiagram-v2', 'State diagram'],
  ['timeline', 'Timeline'],
]);

export interface DiagramProps {
  block: HTMLElement;
  head: Element;
  source: string;
}

/** A Mermaid diagram in place of its source, which can be shown instead. */
export function Diagram({ block, head, source }: DiagramProps) {
  const theme = useTheme();
  const [showsSource, setShowsSource] = useState(false);
  const [failed, setFailed] = useState(source.length > MAX_LENGTH);
  const [drawn, setDrawn] = useState(false);

  const hidesSource = drawn && !failed && !showsSource;
  useEffect(() => {
    const code = block.querySelector('pre');
    if (code) code.hidden = hidesSource;
  }, [block, hidesSource]);

  return (
    <>
      {createPortal(
        failed ? (
          <p role="status" className="code-note">
            This diagram could not be drawn. Here is its source.
          </p>
        ) : (
          // Drawn again for another theme, because most of a diagram's colors are computed once.
          <Frame
            key={theme}
            request={{ source, theme }}
            hidden={showsSource}
            onDrawn={() => setDrawn(true)}
            onFailed={() => setFailed(true)}
          />
        ),
        block,
      )}
      {drawn &&
        !failed &&
        createPortal(
          <Button
            variant="ghost"
            size="sm"
            className="code-tool"
            onClick={() => setShowsSource((shows) => !shows)}
          >
            {showsSource ? 'Show diagram' : 'Show source'}
          </Button>,
          head,
        )}
    </>
  );
}

interface FrameProps {
  request: DrawRequest;
  hidden: boolean;
  onDrawn(): void;
  onFailed(): void;
}

function Frame({ request, hidden, onDrawn, onFailed }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(0);
  const latest = useRef({ request, onDrawn, onFailed });
  useEffect(() => {
    latest.current = { request, onDrawn, onFailed };
  });

  useEffect(() => {
    const timer = setTimeout(() => latest.current.onFailed(), PATIENCE_MS);
    function hear({ source, origin, data }: MessageEvent) {
      const other = frame.current?.contentWindow;
      if (!other || source !== other || origin !== 'null') return;
      const message = parseFrameMessage(data);
      // A frame without an origin can only be addressed by `*`.
      if (message?.state === 'ready') other.postMessage(latest.current.request, '*');
      if (message?.state === 'failed') latest.current.onFailed();
      if (message?.state !== 'drawn') return;
      clearTimeout(timer);
      setHeight(message.height);
      latest.current.onDrawn();
    }
    window.addEventListener('message', hear);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('message', hear);
    };
  }, []);

  const kind = /^\s*(?:%%.*\n\s*)*([\w-]+)/.exec(request.source)?.[1] ?? '';
  return (
    <div className="diagram" hidden={hidden}>
      <iframe
        ref={frame}
        sandbox="allow-scripts"
        src={`${DIAGRAM_FRAME}?script=${encodeURIComponent(frameScript)}`}
        title={KINDS.get(kind) ?? 'Diagram'}
        style={{ height }}
      />
    </div>
  );
}
