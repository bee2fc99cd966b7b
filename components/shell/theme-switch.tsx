'use client';
/** Light or dark: a button for the bar, and the three choices for a menu. The choice is stored for the person. */
import { Monitor, Moon, Sun } from 'lucide-react';
import { request } from '@/components/api/api';
import { IconButton } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { MenuChoice, MenuGroup } from '@/components/ui/menu';
import { isDark, showAppearance, useTheme } from '@/components/words/appearance';
import { say } from '@/components/words/say';
import { THEMES, type Theme } from '@/lib/people/preferences';

/** Applied at once. If it cannot be stored, the next page has the previous theme. */
export function chooseTheme(theme: Theme): void {
  showAppearance({ theme });
  request('PATCH', '/api/preferences', { theme }).catch(() => {});
}

/** Both icons are rendered and the theme's class shows one: the server does not know the system's theme. */
export function ThemeSwitch({ className }: { className?: string }) {
  return (
    <IconButton
      label={say('theme.switch')}
      className={className}
      onClick={() => chooseTheme(isDark() ? 'light' : 'dark')}
    >
      <Icon of={Moon} className="shrink-0 dark:hidden" />
      <Icon of={Sun} className="hidden shrink-0 dark:block" />
    </IconButton>
  );
}

const ICONS = { system: Monitor, light: Sun, dark: Moon };

export function ThemeChoices() {
  const theme = useTheme();
  return (
    <MenuGroup label={say('theme.choose')}>
      {THEMES.map((one) => (
        <MenuChoice key={one} chosen={theme === one} onSelect={() => chooseTheme(one)}>
          <Icon of={ICONS[one]} />
          {say(`theme.${one}`)}
        </MenuChoice>
      ))}
    </MenuGroup>
  );
}
