import { Link } from '@remix-run/react';

import { buttonClass } from '~/ui/button';

import { AuthCard } from '../../forms/components/auth-card';

interface IssuerProblemProps {
  problem: string;
  /** Where the person can go on. */
  back: { to: string; label: string };
}

/** The page of a visit to an issuer that failed. */
export function IssuerProblem({ problem, back }: IssuerProblemProps) {
  return (
    <AuthCard title="That didn’t work">
      <p className="mb-6 text-muted text-pretty" role="alert">
        {problem}
      </p>
      <Link to={back.to} className={buttonClass()}>
        {back.label}
      </Link>
    </AuthCard>
  );
}
