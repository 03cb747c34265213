import type { CategoryId } from '~/features/copywriting/formats/categories';
import type { FormatId } from '~/features/copywriting/formats/formats';
import { prisma } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';

export interface TestContent {
  id: string;
  category: CategoryId;
  folderId: string | null;
  title: string;
  content: string;
  format: FormatId | null;
  demo: boolean;
  createdAt: Date;
  updatedAt: Date;
}

/** Stores content in the database; by default it was written when it was created. */
export async function createContent(
  user: { id: UserScope },
  overrides: Partial<TestContent> = {},
): Promise<TestContent> {
  const createdAt = overrides.createdAt ?? new Date();
  const content: TestContent = {
    id: newId(),
    category: 'social',
    folderId: null,
    title: 'Spring sale',
    content: 'Everything must go.',
    format: null,
    demo: false,
    updatedAt: createdAt,
    ...overrides,
    createdAt,
  };
  await prisma.savedContent.create({ data: { ...content, userId: user.id } });
  return content;
}
