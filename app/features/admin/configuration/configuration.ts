/** A variable of the environment as the app sees it. */
export interface Setting {
  name: string;
  /** False: what is shown is the app's own default. */
  isSet: boolean;
  /** Its value is shown to no one. */
  isSecret: boolean;
  /** '' for none, and for a secret. */
  value: string;
}
