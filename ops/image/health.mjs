/** The image's health check: exits with 0 if Amber and its database answer. */
const answer = await fetch(`http://127.0.0.1:${process.env.PORT || 3000}/api/health`).catch(() => undefined);
process.exit(answer?.ok ? 0 : 1);
