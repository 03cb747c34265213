import { client } from '~/http/client';

import { showSaved } from '../../library/content/show-saved';
import { publishHere } from '../../library/saved-requests';
import type { VariantToSave } from '../briefs/brief';
import type { VariantsApi } from '../routes/variants';

const api = client<VariantsApi>();

/** Saves variants as content, all or none, and says so. Rejects when that failed. */
export async function saveVariants(variants: VariantToSave[]): Promise<void> {
  const { saved } = await api.post('/api/pieces/save', { body: { variants } });
  const items = saved.map(({ content }) => content);
  for (const item of items) publishHere({ type: 'changed', item });
  showSaved(items);
}
