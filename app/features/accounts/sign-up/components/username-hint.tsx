/** Tells password managers whose password a form is about. */
export function UsernameHint({ email }: { email: string }) {
  return <input type="text" hidden readOnly value={email} autoComplete="username" />;
}
