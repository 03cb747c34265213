import {
  isUniqueViolation,
  type PrismaTx,
  prismaTransaction,
  type Sql,
} from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId, newId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';

import { type LiveEvent, publish } from '../events/index.server';

interface Folder {
  id: string;
  name: string;
}

/** The part of a Prisma delegate that folders need. */
interface FolderDelegate<Place extends object, Selected> {
  count(args: { where: Place & { userId: UserScope } }): PromiseLike<number>;
  create(args: {
    data: Place & Folder & { userId: UserScope };
    select: { id: true };
  }): PromiseLike<{ id: string }>;
  updateManyAndReturn(args: {
    where: { userId: UserScope; id: string };
    data: { name: string };
    select: Selected;
  }): PromiseLike<(Place & Folder)[]>;
  deleteMany(args: { where: { userId: UserScope; id: string } }): PromiseLike<{ count: number }>;
}

interface FolderSpec<Place extends object, Selected> {
  table(tx: PrismaTx): FolderDelegate<Place, Selected>;
  select: Selected;
  /** The unique index of their names. */
  nameIndex: string;
  /** How many a user may have in a place. */
  max: number;
  texts: { gone: string; nameTaken: string; tooMany: string };
  /** Returns the name to store. @throws AppError `invalid` */
  checkName(typed: string): string;
  changed(folder: Place & Folder): LiveEvent;
  removed(id: string): LiveEvent;
  /** Locks what must wait while a folder is removed; the foreign key empties the folder. */
  lockForRemoval?(sql: Sql, userId: UserScope, id: string): Promise<void>;
}

/**
 * The use cases of users' folders in one table. Names are unique within a `Place`, which divides the folders of one user, and
 * compared without case. The owner is part of every condition.
 */
export function ownFolders<Place extends object, Selected>(spec: FolderSpec<Place, Selected>) {
  const { table, max, texts, checkName } = spec;

  async function named<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (!isUniqueViolation(error, spec.nameIndex)) throw error;
      throw new AppError('conflict', texts.nameTaken);
    }
  }

  return {
    /** @throws AppError `invalid` (the name), `conflict` (the name is taken, or there are `max` already). */
    async create(userId: UserScope, place: Place, typed: string): Promise<Place & Folder> {
      const folder = { ...place, id: newId(), name: checkName(typed) };
      const creation = prismaTransaction(async (tx, sql) => {
        await table(tx).create({ data: { ...folder, userId }, select: { id: true } });
        await publish(sql, userId, spec.changed(folder));
        // Counted after publishing, which locks the user's event counter: only one change at a time gets here.
        if ((await table(tx).count({ where: { ...place, userId } })) > max) {
          throw new AppError('conflict', texts.tooMany);
        }
        return folder;
      });
      return named(creation);
    },

    /** @throws AppError `not-found`, `invalid` (the name), `conflict` (the name is taken). */
    async rename(
      userId: UserScope,
      id: string | undefined,
      typed: string,
    ): Promise<Place & Folder> {
      const name = checkName(typed);
      const { select } = spec;
      const renaming = prismaTransaction(async (tx, sql) => {
        const [folder] = isId(id)
          ? await table(tx).updateManyAndReturn({ where: { userId, id }, data: { name }, select })
          : [];
        if (!folder) throw new AppError('not-found', texts.gone);
        await publish(sql, userId, spec.changed(folder));
        return folder;
      });
      return named(renaming);
    },

    /** Keeps its contents, in no folder. @throws AppError `not-found` */
    remove(userId: UserScope, id: string | undefined): Promise<void> {
      return prismaTransaction(async (tx, sql) => {
        if (!isId(id)) throw new AppError('not-found', texts.gone);
        await spec.lockForRemoval?.(sql, userId, id);
        const { count } = await table(tx).deleteMany({ where: { userId, id } });
        if (count === 0) throw new AppError('not-found', texts.gone);
        await publish(sql, userId, spec.removed(id));
      });
    },
  };
}
