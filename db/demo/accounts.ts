/**
 * The people who can sign in to the demo. This file imports nothing, because the sign-in page offers these accounts.
 */

export interface DemoAccount {
  email: string;
  name: string;
  role: 'viewer' | 'member' | 'admin';
  team: string;
}

export const DEMO_PASSWORD = 'amber-demo';

export const DEMO_TEAM = 'Alder & Finch';
/** A second company on the same installation, to show that neither team can see the other. */
export const OTHER_TEAM = 'Brightwater Interiors';

export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  { email: 'viewer@amber.test', name: 'Tomás Brennan', role: 'viewer', team: DEMO_TEAM },
  { email: 'member@amber.test', name: 'Noor Haddad', role: 'member', team: DEMO_TEAM },
  { email: 'admin@amber.test', name: 'Imogen Finch', role: 'admin', team: DEMO_TEAM },
  { email: 'admin2@amber.test', name: 'Callum Reyes', role: 'admin', team: DEMO_TEAM },
  { email: 'outsider@amber.test', name: 'Lucas Verhoeven', role: 'admin', team: OTHER_TEAM },
];
