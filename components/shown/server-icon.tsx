'use client';
/** The icon of a server or of one of its tools, beside its name and never instead of it; nothing if there is none. */
import { useEffect, useState } from 'react';
import { BUILT_IN_SERVER, OWN_SERVER, WORKSPACE_SERVER } from '@/lib/tools/own-server-name';

const OURS = new Set([OWN_SERVER, WORKSPACE_SERVER, BUILT_IN_SERVER]);
/** Icons requested on this page, once each: whether they exist. */
const looked = new Map<string, Promise<boolean>>();
const there = new Set<string>();

interface ServerIconProps {
  server: string;
  /** Its bare name. */
  tool?: string | undefined;
  className?: string;
}

/** Rendered once the icon is known to exist: most servers have none, and take up no space. */
export function ServerIcon({ server, tool, className }: ServerIconProps) {
  const source = addressOf(server, tool);
  const [isThere, setIsThere] = useState(false);
  const isOurs = OURS.has(server);
  useEffect(() => {
    if (isOurs) return;
    let isShown = true;
    void look(source).then((found) => isShown && setIsThere(found));
    return () => {
      isShown = false;
    };
  }, [source, isOurs]);
  return isThere && !isOurs ? <Picture source={source} className={className} /> : null;
}

/** Only an icon that is already loaded: its arrival must not shift what is around it. */
export function KnownServerIcon({ server, tool, className }: ServerIconProps) {
  const [source] = useState(() => addressOf(server, tool));
  const [isKnown] = useState(() => there.has(source));
  return isKnown ? <Picture source={source} className={className} /> : null;
}

/** Loaded outside the page; the browser caches it. */
function look(source: string): Promise<boolean> {
  const known = looked.get(source);
  if (known) return known;
  const looking = new Promise<boolean>((told) => {
    const image = new Image();
    image.onload = () => {
      there.add(source);
      told(true);
    };
    image.onerror = () => told(false);
    image.src = source;
  });
  looked.set(source, looking);
  return looking;
}

function Picture({ source, className }: { source: string; className?: string | undefined }) {
  return (
    // biome-ignore lint/performance/noImgElement: these very bytes, which were looked at
    <img
      src={source}
      alt=""
      width={16}
      height={16}
      className={`size-4 shrink-0 rounded-badge object-contain ${className ?? ''}`}
    />
  );
}

function addressOf(server: string, tool: string | undefined): string {
  return `/api/icons?${new URLSearchParams({ server, ...(tool !== undefined && { tool }) })}`;
}
