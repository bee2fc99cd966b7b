'use client';
/** Light or dark: a button for the bar, and the three choices for a menu. */
import { Monitor, Moon, Sun } from 'lucide-react';
import { useTheme } from 'next-themes';
import { IconButton } from './button';
import { Icon } from './icon';
import { MenuChoice } from './menu';

/** Both icons are there and the theme's class shows one: the server does not know the theme. */
export function ThemeSwitch({ className }: { className?: string }) {
  const { resolvedTheme, setTheme } = useTheme();
  return (
    <IconButton
      label="Switch between light and dark"
      className={className}
      onClick={() => setTheme(resolvedTheme === 'dark' ? 'light' : 'dark')}
    >
      <Icon of={Moon} className="shrink-0 dark:hidden" />
      <Icon of={Sun} className="hidden shrink-0 dark:block" />
    </IconButton>
  );
}

const CHOICES = [
  { theme: 'system', icon: Monitor, words: 'Theme of the system' },
  { theme: 'light', icon: Sun, words: 'Light' },
  { theme: 'dark', icon: Moon, words: 'Dark' },
];

export function ThemeChoices() {
  const { theme = 'system', setTheme } = useTheme();
  return CHOICES.map((choice) => (
    <MenuChoice key={choice.theme} chosen={theme === choice.theme} onSelect={() => setTheme(choice.theme)}>
      <Icon of={choice.icon} />
      {choice.words}
    </MenuChoice>
  ));
}
