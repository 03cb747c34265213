import { useNavigate } from '@remix-run/react';
import { useState, type RefObject } from 'react';

import { type loadSearchWindow, type PaletteAction, useNewChat } from '~/features/chat';
import { Keys, useSingleKeys } from '~/ui/shortcuts/use-shortcut';
import { setTheme, useTheme } from '~/ui/theme';

import { MEDIA_CARDS } from '../shell/components/media-cards';
import { SECTION_BUTTONS } from '../shell/sections';
import { shellTexts } from '../texts';
import { useOtherGroups } from './use-other-groups';

interface PaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** What the field begins with when it first opens. */
  typed: RefObject<string>;
  showShortcuts: () => void;
  Window: Awaited<ReturnType<typeof loadSearchWindow>>['SearchWindow'];
}

/** Searches everything, and leads everywhere. Loaded on use. */
export function Palette({ Window, typed, showShortcuts, open, onOpenChange }: PaletteProps) {
  const [text, setText] = useState(() => typed.current ?? '');
  // Each later opening begins with an empty field.
  if (!open && text !== '') setText('');
  return (
    <Window
      open={open}
      onOpenChange={onOpenChange}
      placeholder={shellTexts.searchPlaceholder}
      text={text}
      onTextChange={setText}
      actions={usePaletteActions(showShortcuts)}
      others={useOtherGroups(text)}
    />
  );
}

const SECTION_ICONS = {
  chat: 'message-circle',
  media: 'images',
  copy: 'pen-line',
  brand: 'palette',
} as const;

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
    ...MEDIA_CARDS.map(({ id, title, to: address }) => ({
      id,
      label: title,
      icon: 'images' as const,
      run: to(address),
    })),
    { id: 'shares', label: 'Go to My shared links', icon: 'link-2', run: to('/ai-lab/shares') },
    { id: 'settings', label: 'Go to Settings', icon: 'settings', run: to('/settings') },
    { id: 'help', label: 'Go to Help', icon: 'file-text', run: to('/help') },
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
