import { showFailure } from '~/features/accounts';
import { toastSuccess } from '~/ui/feedback/toast';

import { categoryName } from '../../formats/categories';
import { requestDeletion } from '../saved-requests';
import { libraryTexts } from '../texts';
import { addressOf, type ContentItem } from './content';

/** Says that contents were saved, with a link to the only one, and offers to undo it. */
export function showSaved(items: readonly ContentItem[]): void {
  const [only] = items.length === 1 ? items : [];
  toastSuccess(
    only
      ? libraryTexts.savedTo(categoryName(only.category))
      : libraryTexts.savedSeveral(items.length),
    { label: 'Undo', run: () => void undoSaving(items) },
    only && { label: 'Open', to: addressOf(only) },
  );
}

async function undoSaving(items: readonly ContentItem[]): Promise<void> {
  try {
    await Promise.all(items.map(({ id }) => requestDeletion(id)));
    toastSuccess(libraryTexts.saveUndone);
  } catch (error) {
    showFailure(error, libraryTexts.undoFailed);
  }
}
