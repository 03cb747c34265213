import { nextSequence, publishEvents, type LiveEvent } from '~/engine/events/index.server';
import type { Sql } from '~/lib/db/index.server';

import type { ItemView, JobView } from '../media';
import type { JobRow } from './job-data.server';
import { mediaKind } from './kinds.server';
import { viewJobs } from './view-job.server';

/** So much of a text goes over the socket: a change must fit into one notification of PostgreSQL. */
const LIVE_CHARACTERS = 120;

/** Takes a number for what the transaction changed; the returned function tells the tabs, after the commit. */
export async function publishMedia(
  tx: Sql,
  userId: string,
  changes: readonly LiveEvent[],
): Promise<() => void> {
  const seq = await nextSequence(tx, userId);
  return () => void publishEvents(userId, { seq, changes: [...changes] });
}

/** How a job stands, as tabs are told. */
export async function jobChange(tx: Sql, job: JobRow): Promise<LiveEvent> {
  const [view] = await viewJobs(tx, [job]);
  if (!view) throw new Error('a job has no view');
  return { topic: 'media-job', data: { job: light(view) } };
}

/** The same with what goes along with the job, such as the LoRA that it trains. */
export async function jobChanges(tx: Sql, job: JobRow): Promise<LiveEvent[]> {
  const along = (await mediaKind(job.kind).along?.(tx, job)) ?? [];
  return [await jobChange(tx, job), ...along];
}

function light(view: JobView): JobView {
  const items = view.items.map(lightItem);
  switch (view.kind) {
    case 'image': {
      const { prompt, ...request } = view.request;
      delete request.negativePrompt;
      return { ...view, request: { ...request, brandText: '', prompt: beginning(prompt) }, items };
    }
    case 'video':
      return {
        ...view,
        request: { ...view.request, prompt: beginning(view.request.prompt) },
        items,
      };
    case 'lora':
      return view;
  }
}

/** An item as tabs are told. */
export function lightItem(item: ItemView): ItemView {
  return { ...item, prompt: beginning(item.prompt) };
}

function beginning(text: string): string {
  return [...text].slice(0, LIVE_CHARACTERS).join('');
}
