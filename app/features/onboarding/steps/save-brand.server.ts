import { saveDocument } from '~/features/brand/index.server';
import type { UserScope } from '~/lib/scope';

import type { BrandTexts } from '../onboarding';
import { updateOnboarding } from '../onboarding-data.server';
import { requireBrand } from './read-steps.server';

/**
 * Accepts the brand as the card shows it.
 * @throws AppError `not-found`, `invalid` (a text is too long), `conflict`
 */
export async function saveBrand(
  userId: UserScope,
  { draftId, texts }: { draftId: string | null; texts: BrandTexts },
): Promise<void> {
  const { profile } = await requireBrand(userId);
  await saveDocument(userId, profile.id, texts);
  if (draftId !== null) await updateOnboarding(userId, { draftId });
}
