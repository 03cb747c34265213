import type { FormatPreviewProps } from '../shown-text';
import { LoadedPart } from './loaded-part';

const load = () => import('./preview-panel');

/** A text as it will look where it is published. Loaded when it is first shown. */
export function FormatPreview(props: FormatPreviewProps) {
  return (
    <LoadedPart load={load} name="preview">
      {({ PreviewPanel }) => <PreviewPanel {...props} />}
    </LoadedPart>
  );
}
