import { COMPONENT_KINDS, isComponentKind, type ComponentKind } from '../components/component';

/** The step that an address names; the first one unless it names one. */
export function stepOf(search: string): ComponentKind {
  const step = new URLSearchParams(search).get('step');
  return isComponentKind(step) ? step : 'brandStory';
}

export function stepSearch(kind: ComponentKind): string {
  return `?step=${kind}`;
}

/** What comes before and after a step. */
export function neighborsOf(kind: ComponentKind): {
  before: ComponentKind | undefined;
  after: ComponentKind | undefined;
} {
  const index = COMPONENT_KINDS.indexOf(kind);
  return { before: COMPONENT_KINDS[index - 1], after: COMPONENT_KINDS[index + 1] };
}
