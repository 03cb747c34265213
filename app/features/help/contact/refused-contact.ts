import type { ContactKind, ContactProblems, TypedContact } from './contact';

/** A message that was not taken, with what was typed: nobody types it twice. */
export interface RefusedContact {
  kind: ContactKind;
  typed: TypedContact;
  /** In words; also where `problems` says it at the fields. */
  message: string;
  problems?: ContactProblems;
  /** It takes an account. */
  needsLogin: boolean;
}
