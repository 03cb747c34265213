import { prisma, sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';

import { type Component, COMPONENT_KINDS, type ComponentKind } from '../components/component';
import { readComponent } from '../components/component-actions.server';
import { listComponents } from '../components/component-data.server';
import { isEmptyLook } from '../look/look';
import { logoUrl, openLook } from '../look/logos.server';
import { profilesTexts } from '../texts';
import { readVoice } from '../voice/voice-actions.server';
import {
  completenessOf,
  type ComponentOption,
  type OpenProfile,
  type ProfileBasics,
  type ProfileChoice,
  type ProfileList,
} from './profile';
import {
  findBasics,
  hasComponents,
  listRows,
  type ProfileRow,
  selectedProfile,
} from './profile-data.server';

function choiceOf({ id, name, version, ids, look }: ProfileRow): ProfileChoice {
  const isPlain = look.logoId === null && isEmptyLook(look.values);
  const shown = isPlain ? null : { ...look.values, logoUrl: logoUrl(id, look.logoId) };
  return { id, name, ...completenessOf(ids), look: shown, version };
}

/** The user's profiles by name, without their texts. */
export async function listProfiles(userId: UserScope): Promise<ProfileChoice[]> {
  return (await listRows(sql, userId)).map(choiceOf);
}

/** The list, and which profile the user has selected. */
export async function readProfileList(userId: UserScope): Promise<ProfileList> {
  const rows = await listRows(sql, userId);
  const selected = rows.find((row) => row.selected);
  return { profiles: rows.map(choiceOf), selectedId: selected?.id ?? null };
}

/** The basics of the user's profiles, by profile id. */
export function readBasics(userId: UserScope): Promise<Map<string, ProfileBasics>> {
  return findBasics(prisma, userId);
}

/** The profile stored on the user; `selection` says what is used when there is none. */
export function readSelection(userId: UserScope): Promise<string | null> {
  return selectedProfile(prisma, userId);
}

/** Whether the user has written anything about a brand. */
export function hasBrand(userId: UserScope): Promise<boolean> {
  return hasComponents(prisma, userId);
}

/** Everything that a profile's page shows. @throws AppError `not-found` */
export async function openProfile(userId: UserScope, id: string | undefined): Promise<OpenProfile> {
  const profiles = isId(id) ? await listRows(sql, userId) : [];
  const profile = profiles.find((other) => other.id === id?.toLowerCase());
  if (!profile) throw new AppError('not-found', profilesTexts.gone);

  const [all, voice, ...components] = await Promise.all([
    listComponents(sql, userId),
    readVoice(userId, profile.id),
    ...COMPONENT_KINDS.map((kind) => readComponent(prisma, userId, profile.id, kind, profiles)),
  ]);
  const optionsOf = (kind: ComponentKind, own: string | null): ComponentOption[] =>
    all
      .filter((option) => option.kind === kind && option.id !== own)
      .map(({ id, name }) => {
        const usedBy = profiles.filter((other) => other.ids[kind] === id);
        return { id, name, usedBy: usedBy.map((other) => other.name) };
      });
  return {
    id: profile.id,
    name: profile.name,
    version: profile.version,
    look: openLook(profile),
    voice,
    components: Object.fromEntries(
      COMPONENT_KINDS.map((kind, index) => [kind, components[index]]),
    ) as Record<ComponentKind, Component>,
    options: Object.fromEntries(
      COMPONENT_KINDS.map((kind, index) => [kind, optionsOf(kind, components[index]?.id ?? null)]),
    ) as Record<ComponentKind, ComponentOption[]>,
  };
}
