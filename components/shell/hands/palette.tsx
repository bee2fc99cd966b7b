'use client';
/** Every page, chat, tool and setting by a few letters. */
import { defaultFilter, Command as List } from 'cmdk';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { visibleString } from '@/components/shown/visible-text';
import { ownWords } from '@/components/words/own-words';
import { say } from '@/components/words/say';
import { works } from '@/lib/people/roles';
import { policyPath } from '../policy-place';
import { placeOf } from '../search/search-results';
import { useSearch } from '../search/use-search';
import { chooseTheme } from '../theme-switch';
import { APPROVALS } from '../to-decide';
import { useResource } from '../use-resource';
import { useWorkspace } from '../workspace';
import { type Command, type CommandGroup, foundCommands } from './commands';
import { MOST_TYPED, PALETTE_FIELD } from './palette-field';
import { placesFor } from './places';
import { useChosenOption } from './use-chosen-option';
import { isWide } from './wide';

interface PaletteProps {
  typed: string;
  onTyped: (typed: string) => void;
  close: () => void;
  /** Shows the list of shortcuts instead. */
  onList: () => void;
  /** Shows the tour of the card instead. */
  onTour: () => void;
}

export function Palette({ typed, onTyped, close, onList, onTour }: PaletteProps) {
  const field = useRef<HTMLInputElement>(null);
  useGoingOn(field);
  useChosenOption(field);
  const commands = [...usePages(), ...useActions(onList, onTour), ...useChatCommands(), ...useToolCommands()];
  const groups = [...foundCommands(commands, typed, defaultFilter), ...useSaid(typed)];
  return (
    <List
      label={say('hands.go-to')}
      shouldFilter={false}
      vimBindings={false}
      loop
      className="flex max-h-[70dvh] flex-col"
    >
      <List.Input
        ref={field}
        data-focus
        value={typed}
        onValueChange={onTyped}
        placeholder={say('hands.what')}
        maxLength={MOST_TYPED}
        className={PALETTE_FIELD}
      />
      <List.List className="min-h-0 overflow-y-auto p-1.5" label={say('hands.results')}>
        <List.Empty className="px-3 py-6 text-center text-14 text-muted">{say('hands.nothing')}</List.Empty>
        {groups.map(({ name, commands: found }) => (
          <List.Group key={name} heading={say(`hands.${name}`)} className={GROUP}>
            {found.map((command) => (
              <Row
                key={command.id}
                command={command}
                onSelect={() => {
                  close();
                  command.act();
                }}
              />
            ))}
          </List.Group>
        ))}
      </List.List>
    </List>
  );
}

/** It replaces an input in which the person may be typing. */
function useGoingOn(field: RefObject<HTMLInputElement | null>): void {
  useLayoutEffect(() => {
    const { current: input } = field;
    if (!input?.closest('dialog')?.open) return;
    input.focus();
    input.setSelectionRange(input.value.length, input.value.length);
  }, [field]);
}

const GROUP =
  '[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2.5 [&_[cmdk-group-heading]]:pb-1 ' +
  '[&_[cmdk-group-heading]]:text-12 [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted';

function Row({ command, onSelect }: { command: Command; onSelect: () => void }) {
  return (
    <List.Item
      value={command.id}
      onSelect={onSelect}
      className="flex h-11 cursor-pointer items-center gap-3 rounded-control px-2.5 text-14 text-ink-2 -outline-offset-1 outline-edge data-[selected=true]:bg-active data-[selected=true]:text-ink data-[selected=true]:outline-1 md:h-9"
    >
      <span className="min-w-0 flex-1 truncate" dir="auto">
        {command.name}
      </span>
      {command.note && (
        <span className="max-w-[40%] shrink-0 truncate text-12 text-muted">{command.note}</span>
      )}
    </List.Item>
  );
}

function usePages(): Command[] {
  const { viewer, goTo } = useWorkspace();
  const pages: { path: string; name: string }[] = [
    ...(works(viewer.role) ? [{ path: '/', name: say('place.new-chat') }] : []),
    ...(viewer.role === 'viewer' || !works(viewer.role)
      ? []
      : [{ path: APPROVALS, name: say('place.approvals') }]),
    ...placesFor(viewer),
  ];
  return pages.map(({ path, name }) => ({ id: path, group: 'pages', name, act: () => goTo(path, true) }));
}

function useActions(onList: () => void, onTour: () => void): Command[] {
  const { side, viewer } = useWorkspace();
  const action = (id: string, name: string, act: () => void): Command => ({
    id,
    group: 'actions',
    name,
    act,
  });
  return [
    isWide()
      ? action('side', say(side.isOpen ? 'hands.hide-side' : 'hands.show-side'), () =>
          side.setOpen(!side.isOpen),
        )
      : action('side', say('shell.open-menu'), () => side.setSheetOpen(true)),
    action('light', say('hands.light'), () => chooseTheme('light')),
    action('dark', say('hands.dark'), () => chooseTheme('dark')),
    action('system', say('hands.system'), () => chooseTheme('system')),
    action('list', say('hands.shortcuts'), onList),
    ...(works(viewer.role) ? [action('tour', say('tour.title'), onTour)] : []),
  ];
}

function useChatCommands(): Command[] {
  const { chats, goTo } = useWorkspace();
  return chats.map(({ id, title }) => ({
    id: `chat ${id}`,
    group: 'chats',
    name: visibleString(title),
    act: () => goTo(`/chat/${id}`, true),
  }));
}

/** Fewer letters would match almost any message. */
const ENOUGH = 3;
const SHOWN_MESSAGES = 5;

/** Messages that contain the typed text, as found by the server: they are not matched again here. */
function useSaid(typed: string): CommandGroup[] {
  const { goTo, viewer } = useWorkspace();
  const words = typed.trim();
  const q = words.length < ENOUGH || !works(viewer.role) ? '' : words;
  const { found, of } = useSearch(q);
  if (q === '' || of !== q || !found || found.messages.length === 0) return [];
  const commands = found.messages.slice(0, SHOWN_MESSAGES).map(
    (message): Command => ({
      id: `said ${message.chatId} ${message.id}`,
      group: 'said',
      name: visibleString(message.excerpt.map(({ text }) => text).join('')),
      note: visibleString(message.title),
      act: () => goTo(placeOf(message), true),
    }),
  );
  return [{ name: 'said', commands }];
}

interface Tools {
  tools: { server: string; name: string; title: string; trusted: boolean }[];
}

const NONE: Tools = { tools: [] };

/** Leads to the tool's row in the policy, which shows what it declares and when it asks. */
function useToolCommands(): Command[] {
  const { goTo } = useWorkspace();
  const { view } = useResource('/api/tools', NONE, 'servers');
  return view.tools.map(({ server, name, title, trusted }) => ({
    id: `tool ${server} ${name}`,
    group: 'tools',
    name: visibleString(ownWords({ server, trusted }, title)),
    note: visibleString(server),
    keywords: [name, title],
    act: () => goTo(policyPath(server, name), true),
  }));
}
