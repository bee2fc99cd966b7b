/** Serves in an image: makes the same settings as `npm start`, and neither installs nor builds. */

// Next listens on this address; a container's own value is the container's name.
process.env.HOSTNAME = process.env.HOST || '0.0.0.0';
// Amber shuts down by itself in order; Next would cut off what is in progress.
process.env.NEXT_MANUAL_SIG_HANDLE = 'true';
await import('../../server.js');
