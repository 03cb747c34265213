import { z } from 'zod';

import {
  archivedTable,
  bigCount,
  inTrash,
  leftOut,
  moment,
  partOf,
  reference,
} from '~/engine/user-data/index.server';
import { sql } from '~/lib/db/index.server';
import { MediaJobState, MediaOrigin } from '~/lib/prisma/enums';
import { storable } from '~/lib/text/storable';

import { storedItemBytes } from '../gallery/item-data.server';
import { objectKey } from '../gallery/image-files.server';
import { checkItem, itemFiles, itemPaths } from '../gallery/restore-item.server';
import { checkLora, loraFiles, weightsPath } from '../loras/restore-lora.server';
import {
  addToLora,
  loraImageFiles,
  loraImagePath,
} from '../loras/images/restore-lora-image.server';
import { MAX_CAPTION, MAX_LORAS } from '../loras/lora';
import { loraBytes } from '../loras/lora-data.server';
import { loraImageKey, weightsKey } from '../loras/lora-files.server';
import { mediaTexts } from '../refusals';

const clientKey = leftOut('a browser’s key for repeating a request');
const whileItRuns = leftOut('of use only while it runs');
const regenerated = leftOut('smaller versions are made again on import');

/** To be read only: jobs aren't restored. */
const jobs = archivedTable('mediaJob', {
  section: 'mediaJobs',
  columns: {
    kind: z.string(),
    state: z.enum(MediaJobState),
    request: z.json(),
    tokens: z.number(),
    usedTokens: z.number().nullable(),
    reason: z.string().nullable(),
    createdAt: moment,
    startedAt: moment.nullable(),
    finishedAt: moment.nullable(),
    clientKey,
    referenceId: leftOut('`request` has it'),
    progress: whileItRuns,
    attempt: whileItRuns,
    workerId: whileItRuns,
    heartbeatAt: whileItRuns,
    cancelRequestedAt: whileItRuns,
    mailWanted: whileItRuns,
    seenAt: leftOut('of use only to tabs'),
    mailedAt: leftOut('of use only while the email is sent'),
  },
});

const loras = archivedTable('lora', {
  section: 'loras',
  columns: {
    name: z.string(),
    triggerWord: z.string(),
    steps: z.int(),
    rank: z.int(),
    rightsConfirmedAt: moment.nullable(),
    /** The provider's private model. */
    providerVersion: z.string().nullable(),
    trainingSeconds: z.number().nullable(),
    /** Null where there are no weights. */
    weightsBytes: bigCount.nullable(),
    trainedAt: moment.nullable(),
    createdAt: moment,
    clientKey,
    jobId: whileItRuns,
    providerModel: leftOut('of use only to this site'),
    providerTraining: leftOut('of use only to this site'),
    logTail: whileItRuns,
  },
  estimate: (userId) => loraBytes(sql, userId),
  files: ({ id, weightsBytes }, userId) =>
    weightsBytes === null ? [] : [{ path: weightsPath(id), key: weightsKey(userId, id) }],
  restore: {
    limit: { max: MAX_LORAS, refusal: mediaTexts.tooManyLoras },
    check: checkLora,
    files: loraFiles,
  },
});

const loraImages = archivedTable('loraImage', {
  section: 'loraImages',
  columns: {
    loraId: partOf('loras'),
    name: z.string(),
    type: z.string(),
    width: z.int(),
    height: z.int(),
    bytes: z.int(),
    /** Of the file as it was uploaded first. */
    sha256: z.string(),
    caption: z.string(),
    createdAt: moment,
    storedBytes: regenerated,
  },
  files: (row, userId) => [
    { path: loraImagePath(row), key: loraImageKey({ ...row, userId }, 'file') },
  ],
  restore: {
    check: ({ caption }) => ({ caption: storable(caption.slice(0, MAX_CAPTION)) }),
    files: loraImageFiles,
    within: addToLora,
  },
});

const items = archivedTable('mediaItem', {
  section: 'mediaItems',
  columns: {
    origin: z.enum(MediaOrigin),
    kind: z.string(),
    name: z.string(),
    type: z.string(),
    width: z.int(),
    height: z.int(),
    durationMs: z.int().nullable(),
    bytes: z.int(),
    prompt: z.string(),
    model: z.string(),
    seed: z.int().nullable(),
    metadata: z.json(),
    favourite: z.boolean(),
    createdAt: moment,
    loraId: reference('loras'),
    deletedAt: inTrash,
    jobId: leftOut('jobs are not restored'),
    callId: leftOut('of use only to this site'),
    storedBytes: regenerated,
  },
  estimate: (userId) => storedItemBytes(sql, userId),
  files: (row, userId) => {
    const { file, poster } = itemPaths(row);
    return [
      { path: file, key: objectKey(userId, row.id, 'file') },
      ...(poster === null ? [] : [{ path: poster, key: objectKey(userId, row.id, '1280') }]),
    ];
  },
  restore: { check: checkItem, files: itemFiles },
});

export const mediaSections = [jobs, loras, loraImages, items];
