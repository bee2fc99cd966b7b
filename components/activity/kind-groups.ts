/** The kinds of receipts to choose from: grouped by theme, each group sorted in the reader's language. */
import { currentIntl, say } from '@/components/words/say';
import { SOUGHT_KINDS, type SoughtKind } from '@/lib/receipts/receipt-view';
import { kindWords } from './receipt-words';

const THEMES = ['cards', 'calls', 'rules', 'chats', 'people', 'access', 'keeping'] as const;
type Theme = (typeof THEMES)[number];

const OF: Record<SoughtKind, Theme> = {
  asked: 'cards',
  shown: 'cards',
  decided: 'cards',
  cancelled: 'cards',
  expired: 'cards',
  withdrawn: 'cards',
  edited: 'cards',
  'taken back': 'cards',
  claimed: 'calls',
  dispatched: 'calls',
  answered: 'calls',
  'answered late': 'calls',
  'not sent': 'calls',
  resolved: 'calls',
  'read after': 'calls',
  'form asked': 'calls',
  'form refused': 'calls',
  'form answered': 'calls',
  'policy changed': 'rules',
  halted: 'rules',
  'halt lifted': 'rules',
  'limit changed': 'rules',
  granted: 'rules',
  'grant taken back': 'rules',
  'server changed': 'rules',
  'approvals skipped': 'rules',
  'skipping ended': 'rules',
  'instructions changed': 'rules',
  'model changed': 'rules',
  'mark cleared': 'chats',
  'chat shared': 'chats',
  'share withdrawn': 'chats',
  'file attached': 'chats',
  'chat imported': 'chats',
  'signed in': 'people',
  joined: 'people',
  'role changed': 'people',
  left: 'people',
  'account changed': 'people',
  'second factor asked': 'people',
  'sign-on linked': 'people',
  'sign-on ended': 'people',
  'token made': 'access',
  'token changed': 'access',
  'token revoked': 'access',
  'directory let in': 'access',
  'directory shut out': 'access',
  'directory changed': 'access',
  'keeping changed': 'keeping',
  swept: 'keeping',
  'person erased': 'keeping',
  'erasure ended': 'keeping',
  restored: 'keeping',
};

export interface KindGroup {
  words: string;
  choices: readonly (readonly [value: string, words: string])[];
}

export function kindGroups(): KindGroup[] {
  const { compare } = new Intl.Collator(currentIntl());
  return THEMES.map((theme) => ({
    words: say(`record.kinds.${theme}`),
    choices: SOUGHT_KINDS.filter((kind) => OF[kind] === theme)
      .map((kind) => [kind, kindWords(kind)] as const)
      .sort(([, one], [, other]) => compare(one, other)),
  }));
}
