import { prisma, type PrismaTx } from '~/lib/db/index.server';
import type { MediaCall, Prisma } from '~/lib/prisma/client';
import type { UserScope } from '~/lib/scope';

// Owns `media_calls`. The owner is part of every condition, except for jobs that end what runs at a provider.

const CALL = {
  id: true,
  position: true,
  state: true,
  provider: true,
  providerRef: true,
  askedAt: true,
} satisfies Prisma.MediaCallSelect;

export type CallRow = Pick<MediaCall, keyof typeof CALL>;

/** `providerRef` where the provider knows the call by a reference before it is sent. */
export interface NewCall extends Pick<
  MediaCall,
  'id' | 'jobId' | 'position' | 'provider' | 'model'
> {
  userId: UserScope;
  providerRef?: string;
}

export async function insertCall(tx: PrismaTx, data: NewCall): Promise<void> {
  await tx.mediaCall.create({ data, select: { id: true } });
}

/** Oldest first. */
export function listCalls(
  userId: UserScope,
  jobId: string,
  db: PrismaTx = prisma,
): Promise<CallRow[]> {
  return db.mediaCall.findMany({
    where: { jobId, userId },
    orderBy: { id: 'asc' },
    select: CALL,
  });
}

/** The provider has accepted the call under this id. */
export async function setProviderRef(
  userId: UserScope,
  id: string,
  providerRef: string,
): Promise<void> {
  await prisma.mediaCall.updateMany({ where: { id, userId }, data: { providerRef } });
}

/** Ends a call that is still open. */
export async function endCall(
  userId: UserScope,
  id: string,
  state: 'done' | 'failed',
  db: PrismaTx = prisma,
): Promise<void> {
  const where = { id, userId, state: 'asked' } as const;
  await db.mediaCall.updateMany({ where, data: { state, endedAt: new Date() } });
}

/** Whether any user's job waits for what the provider knows by one of these references. */
export async function isAwaited(refs: string[]): Promise<boolean> {
  const where = { providerRef: { in: refs }, state: 'asked' } as const;
  return (await prisma.mediaCall.findFirst({ where, select: { id: true } })) !== null;
}

/** Marks the open calls of an ended job as lost: no one waits for them. */
export async function loseCalls(tx: PrismaTx, userId: UserScope, jobId: string): Promise<void> {
  const where = { jobId, userId, state: 'asked' } as const;
  await tx.mediaCall.updateMany({ where, data: { state: 'lost', endedAt: new Date() } });
}
