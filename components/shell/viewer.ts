/** The person who looks at the page, and the model that answers: what the server passes to every view. */
import type { ModelView } from '@/lib/models/model-view';

export interface Viewer {
  id: string;
  name: string;
  role: 'viewer' | 'member' | 'admin' | 'auditor';
  team: string;
  /** Of a demo account: its password, which is public. */
  demoPassword?: string;
  /** What they confirm critical cards with; absent: the password. */
  factors?: { app: boolean; passkeys: boolean };
  /** No mail server is set up: mail is written to files on the machine that runs Amber. */
  noMail?: boolean;
  /** The team has a workspace of files. */
  hasFiles?: boolean;
}

export interface ModelLabel {
  /** As shown below the composer. */
  label: string;
  /** The built-in rules answer, not a language model. */
  offline: boolean;
  /** The models to choose from, the default first. */
  choices?: ModelView[];
}
