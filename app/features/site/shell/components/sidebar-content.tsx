import { useMatches } from '@remix-run/react';
import type { ComponentType } from 'react';

import { shellTexts } from '../../texts';

interface SidebarHandle {
  /** Its `data` is what the route's loader returned, or undefined where the loader failed. */
  sidebar?: ComponentType<{ data: unknown }>;
}

/** The upper part of the sidebar: what the section's own route exports as its `handle`, so that only its pages load it. */
export function SidebarContent() {
  for (const { handle, data } of useMatches()) {
    const Sidebar = (handle as SidebarHandle | undefined)?.sidebar;
    if (Sidebar !== undefined) return <Sidebar data={data} />;
  }
  return (
    <p className="m-auto max-w-48 text-center text-sm text-muted">{shellTexts.selectSection}</p>
  );
}
