/** What someone may write to the operator about. */
export const CONTACT_KINDS = ['suggestion', 'support'] as const;

export type ContactKind = (typeof CONTACT_KINDS)[number];

/** The fields of the contact form, in their order. */
export const CONTACT_FIELDS = ['firstName', 'lastName', 'email', 'details'] as const;

export type ContactField = (typeof CONTACT_FIELDS)[number];

/** What was typed, as it was typed. */
export type TypedContact = Record<ContactField, string>;

/** What is wrong with it, in words, for each field that something is wrong with. */
export type ContactProblems = Partial<Record<ContactField, string[]>>;

/** What POST /api/email/webhook-handler answers (docs/product.md, Contact form). */
export interface ContactAnswer {
  success: boolean;
  message: string;
  problems?: ContactProblems;
}

/** Who a form is filled in for. */
export type ContactPerson = Pick<TypedContact, 'firstName' | 'lastName' | 'email'>;

/**
 * A field that people do not see and robots fill in. No browser takes it for one that it could fill in by itself.
 */
export const TRAP_FIELD = 'homepage';

export function contactKindOf(value: unknown): ContactKind | undefined {
  return CONTACT_KINDS.find((kind) => kind === value);
}

/** A message that was not taken, with what was typed: no one types it twice. */
export interface RefusedContact {
  kind: ContactKind;
  typed: TypedContact;
  /** In words; also where `problems` says it at the fields. */
  message: string;
  problems?: ContactProblems;
  /** It takes an account. */
  needsLogin: boolean;
}
