import { useNavigate } from '@remix-run/react';

import { type loadSearchWindow, type PaletteAction, useNewChat } from '~/features/chat';
import { Keys, useSingleKeys } from '~/ui/shortcuts/use-shortcut';
import { setTheme, useTheme } from '~/ui/theme';

import { SECTION_BUTTONS } from '../shell/sections';

interface PaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  showShortcuts: () => void;
  Window: Awaited<ReturnType<typeof loadSearchWindow>>['SearchWindow'];
}

/** The search window with actions that lead everywhere. Loaded on use. */
export function Palette({ Window, showShortcuts, ...props }: PaletteProps) {
  return <Window {...props} actions={usePaletteActions(showShortcuts)} />;
}

const SECTION_ICONS = { chat: 'message-circle', media: 'images', copy: 'pen-line' } as const;

/** What the palette offers apart from search results. */
function usePaletteActions(showShortcuts: () => void): PaletteAction[] {
  const navigate = useNavigate();
  const { create } = useNewChat();
  const single = useSingleKeys();
  const other = useTheme() === 'dark' ? 'light' : 'dark';
  const to = (address: string) => () => navigate(address);
  return [
    {
      id: 'new-chat',
      label: 'New Chat',
      icon: 'plus',
      hint: single && <Keys keys="n" />,
      run: create,
    },
    ...SECTION_BUTTONS.map(({ section, label, to: address }) => ({
      id: section,
      label: `Go to ${label}`,
      icon: SECTION_ICONS[section],
      run: to(address),
    })),
    { id: 'profiles', label: 'Go to Brand profiles', icon: 'palette', run: to('/profiles') },
    { id: 'shares', label: 'Go to My shared links', icon: 'link-2', run: to('/ai-lab/shares') },
    { id: 'settings', label: 'Go to Settings', icon: 'settings', run: to('/settings') },
    {
      id: 'theme',
      label: `Switch to ${other} theme`,
      icon: other === 'light' ? 'sun' : 'moon',
      run: () => setTheme(other),
    },
    {
      id: 'shortcuts',
      label: 'Keyboard shortcuts',
      icon: 'keyboard',
      hint: single && <Keys keys="?" />,
      run: showShortcuts,
    },
  ];
}
