/** How one part of the site is. */
export interface PartHealth {
  name: string;
  /** How it is set, without secrets. */
  setting: string;
  /** `asking`: it is looked at for the first time. `unused`: there is nothing to look at. `unknown`: it does not tell. */
  state: 'works' | 'fails' | 'unknown' | 'unused' | 'asking';
  /** What was found, in words, and for a failure what to do; '' where the state says it all. */
  text: string;
  /** When that was found, ISO 8601. */
  checkedAt: string | null;
  /** It is being looked at again. */
  asking: boolean;
}
