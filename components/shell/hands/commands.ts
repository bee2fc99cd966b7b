/** The palette's results for the typed text. Pure, except that the score comes from the palette's library. */

export interface Command {
  /** Unique in the palette. */
  id: string;
  group: 'actions' | 'pages' | 'chats' | 'tools' | 'said';
  name: string;
  /** Shown after the name, such as a tool's server. */
  note?: string;
  /** Further words that match it. */
  keywords?: string[];
  act: () => void;
}

/** The most entries per group: the list is for choosing from. */
const SHOWN_EACH = 8;

export interface CommandGroup {
  name: Command['group'];
  commands: Command[];
}

/**
 * The best of each group, groups ordered by their best entry; without a text all actions and pages, and the newest
 * chats.
 * @param nearness score of a text for the typed one, 0 for no match
 */
export function foundCommands(
  commands: readonly Command[],
  typed: string,
  nearness: (text: string, typed: string, keywords: string[]) => number,
): CommandGroup[] {
  const text = typed.trim();
  const scored = commands.map((command) => ({
    command,
    score: text === '' ? 1 : nearness(command.name, text, [command.note ?? '', ...(command.keywords ?? [])]),
  }));
  const groups = new Map<Command['group'], typeof scored>();
  for (const one of scored) {
    if (one.score <= 0 || (text === '' && one.command.group === 'tools')) continue;
    groups.set(one.command.group, [...(groups.get(one.command.group) ?? []), one]);
  }
  return [...groups]
    .map(([name, members]) => ({ name, members: members.toSorted((one, other) => other.score - one.score) }))
    .sort((one, other) => (text === '' ? 0 : (other.members[0]?.score ?? 0) - (one.members[0]?.score ?? 0)))
    .map(({ name, members }) => ({
      name,
      commands: members.slice(0, SHOWN_EACH).map(({ command }) => command),
    }));
}
