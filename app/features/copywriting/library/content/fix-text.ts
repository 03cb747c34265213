import { toastError, toastSuccess } from '~/ui/feedback/toast';

import { brandCheckTexts } from '../../brand-check/texts';
import type { ContentEditor } from './content-editor';

/** Writes a fixed text while no field shows it; a toast takes it back. */
export function fixIn(editor: ContentEditor, content: string): void {
  const before = editor.current().content;
  editor.type({ content });
  toastSuccess(brandCheckTexts.fixed, {
    label: 'Undo',
    run: () => {
      if (editor.current().content === content) editor.type({ content: before });
      else toastError(brandCheckTexts.changed);
    },
  });
}
