import { z } from 'zod';

import { idPage, moment, rowsById, section } from '~/engine/user-data/index.server';
import { prisma } from '~/lib/db/index.server';

import { restoreComponent } from './components/restore-component.server';
import { restoreProfile } from './profiles/restore-profile.server';

const componentRow = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: moment,
  updatedAt: moment,
});

const brandStoryRow = componentRow.extend({
  whatYouDo: z.string(),
  whatMakesYouDifferent: z.string(),
  brandVoice: z.string(),
});

const customerJourneyRow = componentRow.extend({
  idealCustomer: z.string(),
  customerProblems: z.string(),
  desiredOutcome: z.string(),
  currentObstacles: z.string(),
});

const solutionSuiteRow = componentRow.extend({
  offering: z.string(),
  benefits: z.string(),
  proofPoints: z.string(),
  pricing: z.string(),
  callToAction: z.string(),
});

const campaignFrameworkRow = componentRow.extend({
  distribution: z.string(),
  requirements: z.string(),
});

const brandStories = section<z.output<typeof brandStoryRow>>({
  name: 'brandStories',
  row: brandStoryRow,
  rows: (userId, signal) =>
    rowsById(signal, (after, take) => prisma.brandStory.findMany(idPage(userId, after, take))),
  readable: (row) =>
    componentText(row.name, [
      ['What you do', row.whatYouDo],
      ['What makes you different', row.whatMakesYouDifferent],
      ['Brand voice', row.brandVoice],
    ]),
  restore: (target, row) => restoreComponent(target, 'brandStory', row),
});

const customerJourneys = section<z.output<typeof customerJourneyRow>>({
  name: 'customerJourneys',
  row: customerJourneyRow,
  rows: (userId, signal) =>
    rowsById(signal, (after, take) => prisma.customerJourney.findMany(idPage(userId, after, take))),
  readable: (row) =>
    componentText(row.name, [
      ['Ideal customer', row.idealCustomer],
      ['Customer problems', row.customerProblems],
      ['Desired outcome', row.desiredOutcome],
      ['Current obstacles', row.currentObstacles],
    ]),
  restore: (target, row) => restoreComponent(target, 'customerJourney', row),
});

const solutionSuites = section<z.output<typeof solutionSuiteRow>>({
  name: 'solutionSuites',
  row: solutionSuiteRow,
  rows: (userId, signal) =>
    rowsById(signal, (after, take) => prisma.solutionSuite.findMany(idPage(userId, after, take))),
  readable: (row) =>
    componentText(row.name, [
      ['Offering', row.offering],
      ['Benefits', row.benefits],
      ['Proof points', row.proofPoints],
      ['Pricing', row.pricing],
      ['Call to action', row.callToAction],
    ]),
  restore: (target, row) => restoreComponent(target, 'solutionSuite', row),
});

const campaignFrameworks = section<z.output<typeof campaignFrameworkRow>>({
  name: 'campaignFrameworks',
  row: campaignFrameworkRow,
  rows: (userId, signal) =>
    rowsById(signal, (after, take) =>
      prisma.campaignFramework.findMany(idPage(userId, after, take)),
    ),
  readable: (row) =>
    componentText(row.name, [
      ['Distribution', row.distribution],
      ['Requirements', row.requirements],
    ]),
  restore: (target, row) => restoreComponent(target, 'campaignFramework', row),
});

const profileRow = z.object({
  id: z.uuid(),
  name: z.string(),
  brandStoryId: z.uuid().nullable(),
  customerJourneyId: z.uuid().nullable(),
  solutionSuiteId: z.uuid().nullable(),
  campaignFrameworkId: z.uuid().nullable(),
  createdAt: moment,
  updatedAt: moment,
});

const profiles = section<z.output<typeof profileRow>>({
  name: 'profiles',
  after: ['brandStories', 'customerJourneys', 'solutionSuites', 'campaignFrameworks'],
  row: profileRow,
  rows: (userId, signal) =>
    rowsById(signal, (after, take) => prisma.profile.findMany(idPage(userId, after, take))),
  restore: restoreProfile,
});

/** Null where nothing has been written. */
function componentText(name: string, parts: readonly (readonly [title: string, text: string])[]) {
  const written = parts.filter(([, text]) => text.trim() !== '');
  if (written.length === 0) return null;
  const texts = written.map(([title, text]) => `## ${title}\n\n${text.trim()}\n`);
  return { name, markdown: [`# ${name}\n`, ...texts].join('\n') };
}

export const profileSections = [
  brandStories,
  customerJourneys,
  solutionSuites,
  campaignFrameworks,
  profiles,
];
