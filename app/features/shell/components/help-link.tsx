import { Link } from '@remix-run/react';
import { CircleQuestionMark } from 'lucide-react';

import { buttonClass } from '~/ui/button';

/** The way to help, where no help menu is given. */
export function HelpLink() {
  return (
    <Link
      to="/contact"
      aria-label="Help"
      className={buttonClass({ variant: 'ghost', size: 'icon' })}
    >
      <CircleQuestionMark className="size-5" aria-hidden="true" />
    </Link>
  );
}
