import { z } from 'zod';

import { type ComponentKind, isComponentKind, textsOf } from './components/component';
import { MAX_SAMPLES } from './drafting/draft';
import { LOOK_TEXTS, type LookText } from './look/look';

// The input of the routes of brand profiles.

const version = z.int().min(0).max(2_147_483_647);

export const newProfile = z.object({ name: z.string() });

/** A new name, or another component for one step. */
export const profileChange = z.union([
  z.object({ name: z.string(), version }),
  z.object({
    kind: z.custom<ComponentKind>(isComponentKind),
    choice: z.union([z.object({ use: z.string() }), z.literal(['own-copy', 'none'])]),
    version,
  }),
]);

export const duplication = z.object({ components: z.literal(['copy', 'share']) });
export const profileSelection = z.object({ profileId: z.string().nullable() });

/** The texts of a component of this kind. */
export function componentSave(kind: ComponentKind) {
  const texts = Object.fromEntries(textsOf(kind).map((text) => [text, z.string().optional()]));
  return z.object({
    componentId: z.string().nullable(),
    version,
    values: z.strictObject(texts),
  });
}

/** Colors and fonts that changed. The use case checks them, since it has texts for that. */
export const lookSave = z.object({
  version,
  values: z.strictObject(
    Object.fromEntries(LOOK_TEXTS.map((text) => [text, z.string().optional()])) as Record<
      LookText,
      z.ZodOptional<z.ZodString>
    >,
  ),
});

/** A website to read for a proposal. The gateway checks the address, since it has texts for that. */
export const websiteToRead = z.object({ address: z.string() });

/** A new proposal, or one to continue. The use case checks the lengths, since it has texts for that. */
export const draftRequest = z.union([
  z.object({
    about: z.string(),
    samples: z.array(z.string()).max(MAX_SAMPLES),
    clientKey: z.uuid(),
  }),
  z.object({ continues: z.uuid() }),
]);
