/** Who must have a second factor: a passkey, or the codes of an app. */
export const SECOND_FACTOR_FOR = ['no-one', 'admins', 'everyone'] as const;
export type SecondFactorFor = (typeof SECOND_FACTOR_FOR)[number];

/** What admins see. */
export interface SignInPolicyView {
  secondFactorFor: SecondFactorFor;
  /** How many people have no second factor. */
  lacking: { admins: number; everyone: number };
}
