import { refusalText, SignedOut } from '~/http/client';

import { pageTexts } from '../../page/page-texts';
import { refusalOf } from '../picked-files';
import { beginImport } from '../../uploads/running-uploads';
import { FileZone } from './file-zone';

/** Where an import begins. */
export function ImportPicker() {
  async function begin(files: File[]): Promise<string | null> {
    const refusal = refusalOf(files);
    if (refusal !== null) return refusal;
    try {
      await beginImport(files);
      return null;
    } catch (error) {
      return error instanceof SignedOut ? null : refusalText(error, pageTexts.beginFailed);
    }
  }
  return (
    <FileZone
      title="Drop your export here"
      hint="ZIP or JSON, one file or several. You see what is in it before anything is imported."
      button="Choose files"
      onFiles={begin}
    />
  );
}
