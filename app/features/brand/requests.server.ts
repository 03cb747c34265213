import { z } from 'zod';

import { AppError } from '~/lib/errors';

import type { ComponentChoice } from './components/choose-component.server';
import { isComponentKind, textsOf, type ComponentKind } from './components/component';
import type { DuplicateComponents } from './profiles/duplicate-profile.server';
import { profilesTexts } from './texts';
import type { ComponentSave } from './components/save-component.server';

const version = z.int().min(0).max(2_147_483_647);
const kindShape = z.custom<ComponentKind>(isComponentKind);

function parse<Shape extends z.ZodType>(shape: Shape, body: unknown): z.output<Shape> {
  const parsed = shape.safeParse(body);
  if (!parsed.success) throw new AppError('invalid', profilesTexts.unreadable);
  return parsed.data;
}

const nameBody = z.object({ name: z.string() });

/** @throws AppError `invalid` */
export function parseNewProfile(body: unknown): { name: string } {
  return parse(nameBody, body);
}

const changeBody = z.union([
  z.object({ name: z.string(), version }),
  z.object({
    kind: kindShape,
    choice: z.union([z.object({ use: z.string() }), z.literal(['own-copy', 'none'])]),
    version,
  }),
]);

/** A new name, or another component for one step. @throws AppError `invalid` */
export function parseProfileChange(
  body: unknown,
):
  | { name: string; version: number }
  | { kind: ComponentKind; choice: ComponentChoice; version: number } {
  return parse(changeBody, body);
}

const duplicateBody = z.object({ components: z.literal(['copy', 'share']) });

/** @throws AppError `invalid` */
export function parseDuplicate(body: unknown): { components: DuplicateComponents } {
  return parse(duplicateBody, body);
}

const selectionBody = z.object({ profileId: z.string().nullable() });

/** @throws AppError `invalid` */
export function parseSelection(body: unknown): { profileId: string | null } {
  return parse(selectionBody, body);
}

/** @throws AppError `not-found` for a kind that there is not, `invalid` */
export function parseSave(
  kind: string | undefined,
  body: unknown,
): { kind: ComponentKind; save: ComponentSave } {
  if (!isComponentKind(kind)) throw new AppError('not-found', profilesTexts.gone);
  const texts = Object.fromEntries(textsOf(kind).map((text) => [text, z.string().optional()]));
  const shape = z.object({
    componentId: z.string().nullable(),
    version,
    values: z.strictObject(texts),
  });
  return { kind, save: parse(shape, body) };
}
