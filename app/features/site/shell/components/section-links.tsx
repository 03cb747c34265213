import { Link, useLocation } from '@remix-run/react';
import type { LucideIcon } from 'lucide-react';

import { Images, MessageCircle, Palette, PenLine } from '~/ui/display/shared-icons';

import { SECTION_BUTTONS, sectionOf } from '../sections';

const ICONS: Record<(typeof SECTION_BUTTONS)[number]['section'], LucideIcon> = {
  chat: MessageCircle,
  media: Images,
  copy: PenLine,
  brand: Palette,
};

/** The links to the sections, side by side. */
export function SectionLinks({ label, className = '' }: { label: string; className?: string }) {
  const current = sectionOf(useLocation().pathname);
  return (
    <nav aria-label={label} className={`grid grid-cols-4 gap-1 ${className}`}>
      {SECTION_BUTTONS.map(({ section, label, to }) => {
        const Icon = ICONS[section];
        return (
          <Link
            key={section}
            to={to}
            aria-current={section === current ? 'page' : undefined}
            className="flex min-h-14 flex-col items-center justify-center gap-1 rounded-lg px-1 text-xs font-medium text-muted transition-colors hover:bg-hover hover:text-text aria-[current]:bg-selected aria-[current]:text-accent"
          >
            <Icon className="size-5" aria-hidden="true" />
            {label}
          </Link>
        );
      })}
    </nav>
  );
}
