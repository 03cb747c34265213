import type { ComponentKind, ComponentValues } from '~/features/brand/components/component';
import { insertComponent } from '~/features/brand/components/component-data.server';
import type { ComponentIds } from '~/features/brand/profiles/profile';
import { insertProfile } from '~/features/brand/profiles/profile-data.server';
import { prisma } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';

export async function createComponent(
  user: { id: string },
  kind: ComponentKind,
  values: ComponentValues = {},
): Promise<string> {
  const id = newId();
  await insertComponent(prisma, kind, {
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
  const profile = { id: newId(), userId: user.id, name };
  await insertProfile(prisma, { ...profile, ids });
  return profile;
}
