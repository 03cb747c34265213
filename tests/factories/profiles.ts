import type { ComponentKind, ComponentValues } from '~/features/brand/components/component';
import { insertComponent } from '~/features/brand/components/component-data.server';
import type { ComponentIds } from '~/features/brand/profiles/profile';
import { insertProfile } from '~/features/brand/profiles/profile-data.server';
import { prisma } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';

export async function createComponent(
  user: { id: UserScope },
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

/** Stores a profile with these components in the database. */
export async function createProfile(
  user: { id: UserScope },
  { name = 'Bakery', ...ids }: { name?: string } & Partial<ComponentIds> = {},
): Promise<{ id: string; userId: UserScope; name: string }> {
  const profile = { id: newId(), userId: user.id, name };
  await insertProfile(prisma, { ...profile, ids });
  return profile;
}
