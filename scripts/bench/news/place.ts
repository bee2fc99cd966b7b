/** Shared by both processes and the one that starts them. */
export const SECRET = 'a secret for benchmarks only, long enough';
