/** Who looks at the page, and which model answers: what the server tells every view. */
import type { ModelView } from '@/lib/models/model-view';

export interface Viewer {
  id: string;
  name: string;
  role: 'viewer' | 'member' | 'admin' | 'auditor';
  team: string;
  /** Of a demo account: its password, which everybody may know. */
  demoPassword?: string;
  /** By what they confirm what is critical; absent: by the password. */
  factors?: { app: boolean; passkeys: boolean };
  /** No mail server is set up: what would be mailed becomes a file on the machine of Amber. */
  noMail?: boolean;
  /** The team has a workspace of files. */
  hasFiles?: boolean;
}

export interface ModelLabel {
  /** As it stands in the composer's foot. */
  label: string;
  /** The built-in rules speak, no language model. */
  offline: boolean;
  /** Among which one may choose, the default first. */
  choices?: ModelView[];
}
