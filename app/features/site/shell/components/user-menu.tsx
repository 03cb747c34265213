import { Menu } from '~/ui/overlays/menu';
import { Portrait } from '~/ui/portrait';
import { setTheme, useTheme } from '~/ui/theme';

import { initials, type ShellUser } from '../shell-user';

interface UserMenuProps {
  user: ShellUser;
  showShortcuts: () => void;
  signOut: () => void;
}

export function UserMenu({ user, showShortcuts, signOut }: UserMenuProps) {
  const theme = useTheme();
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <Menu
      label="User menu"
      className="grid size-9 place-items-center rounded-full border border-border-strong/60 bg-raised text-xs font-semibold tracking-wide hover:border-border-strong hover:bg-hover touch:size-11"
      heading={
        <>
          <span className="block font-medium">
            {user.firstName} {user.lastName}
          </span>
          <span className="block max-w-64 truncate text-muted">{user.email}</span>
        </>
      }
      entries={[
        {
          kind: 'action',
          label: `Switch to ${other} theme`,
          icon: other === 'light' ? 'sun' : 'moon',
          onSelect: () => setTheme(other),
        },
        { kind: 'link', label: 'Brand profiles', icon: 'palette', to: '/profiles' },
        { kind: 'link', label: 'Settings', icon: 'settings', to: '/settings' },
        { kind: 'action', label: 'Keyboard shortcuts', icon: 'keyboard', onSelect: showShortcuts },
        { kind: 'separator' },
        { kind: 'action', label: 'Sign out', icon: 'log-out', onSelect: signOut },
      ]}
    >
      <Portrait src={user.pictureUrl} initials={initials(user)} className="size-full" />
    </Menu>
  );
}
