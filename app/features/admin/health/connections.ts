/** What the app is connected to; each can be tested. */
export const PARTS = ['ai', 'images', 'replicate', 'mail', 'objects', 'payments'] as const;
export type ConnectionPart = (typeof PARTS)[number];

export function isPart(name: unknown): name is ConnectionPart {
  return PARTS.some((part) => part === name);
}

export interface TestResult {
  ok: boolean;
  /** For the operator: what was found, and what to do. */
  text: string;
}

/** How each part is set, without secrets. */
export type Connections = Record<ConnectionPart, string>;

/** Whether a part of the site works. */
export interface PartHealth {
  name: string;
  /** How it is set, without secrets. */
  setting: string;
  /** `checking`: for the first time. `unused`: nothing to check. `unknown`: it answers, but can't be checked further. */
  state: 'works' | 'fails' | 'unknown' | 'unused' | 'checking';
  /** What was found, and what to do about a failure; '' if the state says it all. */
  text: string;
  /** When that was found, ISO 8601. */
  checkedAt: string | null;
  /** It is being checked again. */
  isChecking: boolean;
}
