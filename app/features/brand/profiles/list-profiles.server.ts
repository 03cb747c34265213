import { sql } from '~/lib/db/index.server';

import { choiceOf, type ProfileChoice, type ProfileList } from './profile';
import { selectChoices, selectedProfile, selectProfiles } from './profile-data.server';

/** The user's profiles by name, without their texts. */
export async function listProfiles(userId: string): Promise<ProfileChoice[]> {
  return (await selectProfiles(sql, userId)).map(choiceOf);
}

/** The profile stored on the user; see `selection` for what is used when there is none. */
export function readSelection(userId: string): Promise<string | null> {
  return selectedProfile(sql, userId);
}

/** The list, and which of them the user has chosen. */
export async function readProfileList(userId: string): Promise<ProfileList> {
  const rows = await selectChoices(sql, userId);
  const selected = rows.find((row) => row.selected);
  return { profiles: rows.map(choiceOf), selectedId: selected?.id ?? null };
}
