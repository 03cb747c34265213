/** What the browser gets of the signed-in user. */
export interface ShellUser {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  isAdmin: boolean;
  /** Null without a photo. */
  pictureUrl: string | null;
}

/** One or two letters in place of a photo. */
export function initials({
  firstName,
  lastName,
  email,
}: Pick<ShellUser, 'firstName' | 'lastName' | 'email'>): string {
  const [first = '', last = ''] = [firstName, lastName].map((name) => [...name.trim()][0] ?? '');
  return (first + last || ([...email][0] ?? '')).toLocaleUpperCase();
}
