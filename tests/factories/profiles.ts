import type { ComponentKind, ComponentValues } from '~/features/brand/components/component';
import { insertComponent } from '~/features/brand/components/component-data.server';
import type { ComponentIds } from '~/features/brand/profiles/profile';
import { insertProfile } from '~/features/brand/profiles/profile-data.server';
import { sql } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';

export async function createComponent(
  user: { id: string },
  kind: ComponentKind,
  values: ComponentValues = {},
): Promise<string> {
  const id = newId();
  await insertComponent(sql, kind, {
    id,
    userId: user.id,
    values: { name: 'A component', ...values },
  });
  return id;
}

/** A profile with these components, straight in the database. */
export async function createProfile(
  user: { id: string },
  { name = 'Bakery', ...ids }: { name?: string } & Partial<ComponentIds> = {},
): Promise<{ id: string; userId: string; name: string }> {
  const none = {
    brandStory: null,
    customerJourney: null,
    solutionSuite: null,
    campaignFramework: null,
  };
  const profile = { id: newId(), userId: user.id, name };
  await insertProfile(sql, { ...profile, ids: { ...none, ...ids } });
  return profile;
}
