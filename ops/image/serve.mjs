/** Serves in an image: sets for the server what `npm start` sets as well, and neither installs nor builds. */

// Next listens where this says; a container's own value is the container's name.
process.env.HOSTNAME = process.env.HOST || '0.0.0.0';
// Amber ends itself in order; Next would cut off what goes on.
process.env.NEXT_MANUAL_SIG_HANDLE = 'true';
await import('../../server.js');
