/** What the shell shows of the signed-in person; all that the browser is told about them. */
export interface ShellUser {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  isAdmin: boolean;
  /** Null: they have none. */
  pictureUrl: string | null;
}

/** One or two letters for the image that there is none of. */
export function initials({
  firstName,
  lastName,
  email,
}: Pick<ShellUser, 'firstName' | 'lastName' | 'email'>): string {
  const [first = '', last = ''] = [firstName, lastName].map((name) => [...name.trim()][0] ?? '');
  return (first + last || ([...email][0] ?? '')).toLocaleUpperCase();
}
