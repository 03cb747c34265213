import { Link } from '@remix-run/react';

/** Where one confirms that it is oneself, and comes back from to `path`. */
export function ConfirmLink({ path }: { path: string }) {
  return (
    <Link
      to={`/auth/reauthenticate?redirectTo=${encodeURIComponent(path)}`}
      className="font-medium underline underline-offset-4"
    >
      Confirm it is you
    </Link>
  );
}
