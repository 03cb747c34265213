import { useMatches } from '@remix-run/react';
import type { ComponentType } from 'react';

import { shellMessages } from '../../texts';

/**
 * The upper part of the sidebar: what the section's own route brings along for it (its `handle`), so that only its pages
 * load it.
 */
export function SidebarContent() {
  const handles = useMatches().map(
    ({ handle }) => handle as { sidebar?: ComponentType } | undefined,
  );
  const Sidebar = handles.find((handle) => handle?.sidebar)?.sidebar;
  if (Sidebar !== undefined) return <Sidebar />;
  return (
    <p className="m-auto max-w-48 text-center text-sm text-muted">{shellMessages.selectSection}</p>
  );
}
