declare const proven: unique symbol;

/**
 * The id of a user whose right to act was proven. It's a string at run time; the brand keeps a bare id, such as one
 * from a URL, out of functions that read or write what belongs to a user.
 */
export type UserScope = string & { readonly [proven]: 'user' };

/**
 * For code that has proven it: the session gate, the owner column of a stored row, jobs (which this app queued itself),
 * and audited acts of an admin.
 */
export function userScope(provenId: string): UserScope {
  return provenId as UserScope;
}

/** A row whose owner was proven when it was read. */
export type Owned<Row extends { userId: string }> = Omit<Row, 'userId'> & { userId: UserScope };
