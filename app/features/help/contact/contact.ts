export const CONTACT_KINDS = ['suggestion', 'support'] as const;

export type ContactKind = (typeof CONTACT_KINDS)[number];

/** In the order of the form. */
export const CONTACT_FIELDS = ['firstName', 'lastName', 'email', 'details'] as const;

export type ContactField = (typeof CONTACT_FIELDS)[number];

/** What was typed, unchanged. */
export type TypedContact = Record<ContactField, string>;

/** What is wrong with each field, in words. */
export type ContactProblems = Partial<Record<ContactField, string[]>>;

/** The response of POST /api/email/webhook-handler (docs/product.md, Contact form). */
export interface ContactAnswer {
  success: boolean;
  message: string;
  problems?: ContactProblems;
}

/** The person for whom the form is filled in. */
export type ContactPerson = Pick<TypedContact, 'firstName' | 'lastName' | 'email'>;

/** A hidden field that only robots fill in, with a name that browsers don't fill in by themselves. */
export const TRAP_FIELD = 'homepage';

export function contactKindOf(value: unknown): ContactKind | undefined {
  return CONTACT_KINDS.find((kind) => kind === value);
}

/** A refused message, with what was typed, so that it can be corrected. */
export interface RefusedContact {
  kind: ContactKind;
  typed: TypedContact;
  /** In words, even if `problems` has them for each field. */
  message: string;
  problems?: ContactProblems;
  /** It can only be sent from an account. */
  needsLogin: boolean;
}
