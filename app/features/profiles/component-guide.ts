import type { ComponentField, ComponentKind } from './component';

/** What each component and field is called wherever it is named. */
export const COMPONENT_LABELS: Record<ComponentKind, string> = {
  brandStory: 'Brand story',
  customerJourney: 'Customer journey',
  solutionSuite: 'Solution suite',
  campaignFramework: 'Campaign framework',
};

export const FIELD_LABELS: Record<ComponentField, string> = {
  whatYouDo: 'What you do',
  whatMakesYouDifferent: 'What makes you different',
  brandVoice: 'Brand voice',
  idealCustomer: 'Ideal customer',
  customerProblems: 'Customer problems',
  desiredOutcome: 'Desired outcome',
  currentObstacles: 'Current obstacles',
  offering: 'Offering',
  benefits: 'Benefits',
  proofPoints: 'Proof points',
  pricing: 'Pricing',
  callToAction: 'Call to action',
  distribution: 'Distribution',
  requirements: 'Requirements',
};
