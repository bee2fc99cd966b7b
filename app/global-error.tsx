'use client';
/** The last resort, when not even the root layout could be made: it brings its own page, and styles by itself. */
import './globals.css';
import { Button } from '@/components/ui/button';

export default function GlobalError() {
  return (
    <html lang="en">
      <body className="flex min-h-dvh flex-col justify-center px-4">
        <main className="mx-auto w-full max-w-column">
          <h1 className="text-24 font-semibold">Amber could not be shown</h1>
          <p className="mt-1.5 text-16 text-muted">The server had a problem. Nothing was changed.</p>
          <Button className="mt-6" onClick={() => window.location.reload()}>
            Try again
          </Button>
        </main>
      </body>
    </html>
  );
}
