/** What both processes and the one that starts them know. */
export const SECRET = 'a secret for benchmarks only, long enough';
