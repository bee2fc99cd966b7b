/** Name of our own server's connection; no other may take it. */
export const OWN_SERVER = 'amber';
