import { useNavigate } from '@remix-run/react';
import {
  Images,
  Keyboard,
  Link2,
  MessageCircle,
  Moon,
  Palette,
  PenLine,
  Plus,
  Settings,
  Sun,
} from 'lucide-react';

import { useNewChat } from '~/features/chat';
import type { PaletteAction } from '~/features/search';
import { Keys, useShortcut, useSingleKeys } from '~/features/shortcuts';
import { setTheme, useTheme } from '~/ui/theme';

import { SECTION_BUTTONS } from './sections';

const SECTION_ICONS = { chat: MessageCircle, media: Images, copy: PenLine };

/** What the search palette offers besides the conversations. */
export function usePaletteActions(showShortcuts: () => void): PaletteAction[] {
  const navigate = useNavigate();
  const { create } = useNewChat();
  useShortcut('new-chat', create);
  const single = useSingleKeys();
  const other = useTheme() === 'dark' ? 'light' : 'dark';
  const to = (address: string) => () => navigate(address);
  return [
    {
      id: 'new-chat',
      label: 'New Chat',
      icon: Plus,
      hint: single && <Keys keys="n" />,
      run: create,
    },
    ...SECTION_BUTTONS.map(({ section, label, to: address }) => ({
      id: section,
      label: `Go to ${label}`,
      icon: SECTION_ICONS[section],
      run: to(address),
    })),
    { id: 'profiles', label: 'Go to Brand profiles', icon: Palette, run: to('/profiles') },
    { id: 'shares', label: 'Go to My shared links', icon: Link2, run: to('/ai-lab/shares') },
    { id: 'settings', label: 'Go to Settings', icon: Settings, run: to('/settings') },
    {
      id: 'theme',
      label: `Switch to ${other} theme`,
      icon: other === 'light' ? Sun : Moon,
      run: () => setTheme(other),
    },
    {
      id: 'shortcuts',
      label: 'Keyboard shortcuts',
      icon: Keyboard,
      hint: single && <Keys keys="?" />,
      run: showShortcuts,
    },
  ];
}
