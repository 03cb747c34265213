import { afterEach, expect, test, vi } from 'vitest';

import { createBrief } from '~/features/copywriting/wizard/briefs/brief-actions.server';
import { openBrief } from '~/features/copywriting/wizard/briefs/open-brief.server';
import { saveVariants } from '~/features/copywriting/wizard/variants/variant-actions.server';
import {
  duplicateContent,
  saveContent,
} from '~/features/copywriting/library/content/content-actions.server';
import { savedOverview } from '~/features/copywriting/library/list/list-contents.server';
import { newId } from '~/lib/ids.server';
import { env } from '~/settings/env.server';

import { aBrief } from '../../factories/briefs.ts';
import { createUser } from '../../factories/users.ts';

// No provider is set here, so the built-in demo writes.

const settings = { ...env() };
afterEach(() => void Object.assign(env(), settings));

test('what the demo wrote stays labeled in the library, also once a provider is connected', async () => {
  const [user, stranger] = [await createUser(), await createUser()];
  const { id } = await createBrief({ userId: user.id, clientKey: newId(), brief: aBrief() });
  const variant = await vi.waitFor(async () => {
    const [only] = (await openBrief(user.id, id)).results;
    expect(only).toMatchObject({ state: 'done', demo: true });
    return only!;
  });

  Object.assign(env(), { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' });
  const wish = { id: variant.id, title: 'Rye', folderId: null };
  const [saved] = await saveVariants(user.id, [wish]);
  expect(saved!.content).toMatchObject({ demo: true });
  expect(await duplicateContent(user.id, saved!.content.id)).toMatchObject({ demo: true });
  expect((await openBrief(user.id, id)).results).toMatchObject([{ demo: true }]);

  // An answer that is saved says which text of the AI it is; another's text says nothing.
  const text = { category: 'social', folderId: null, title: 'Rye', content: 'Rye.' } as const;
  const from = { ...text, generationId: variant.id };
  expect(await saveContent(user.id, from)).toMatchObject({ demo: true });
  expect(await saveContent(stranger.id, from)).toMatchObject({ demo: false });
  expect(await saveContent(user.id, text)).toMatchObject({ demo: false });
  const { pages } = await savedOverview(user.id);
  expect(Object.values(pages).flatMap(({ items }) => items.map(({ demo }) => demo))).toEqual([
    false,
    true,
    true,
    true,
  ]);
});
