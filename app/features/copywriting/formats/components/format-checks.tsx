import type { FormatChecksProps } from '../shown-text';
import { LoadedPart } from './loaded-part';

const load = () => import('./checks-panel');

/** What is to be said of a text by its format, as it is typed. Loaded when it is first shown. */
export function FormatChecks(props: FormatChecksProps) {
  return (
    <LoadedPart load={load} name="checks">
      {({ ChecksPanel }) => <ChecksPanel {...props} />}
    </LoadedPart>
  );
}
