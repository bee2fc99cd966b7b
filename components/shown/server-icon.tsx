'use client';
/** The small picture of a server or of one of its tools, beside its name and never in its place; nothing where there is none. */
import { useState } from 'react';
import { BUILT_IN_SERVER, OWN_SERVER, WORKSPACE_SERVER } from '@/lib/tools/own-server-name';

const OURS = new Set([OWN_SERVER, WORKSPACE_SERVER, BUILT_IN_SERVER]);
/** Those that this page has drawn already. */
const drawn = new Set<string>();

interface ServerIconProps {
  server: string;
  /** Its bare name. */
  tool?: string | undefined;
  className?: string;
}

export function ServerIcon({ server, tool, className }: ServerIconProps) {
  const source = addressOf(server, tool);
  const [isThere, setIsThere] = useState(false);
  if (OURS.has(server)) return null;
  const show = () => {
    drawn.add(source);
    setIsThere(true);
  };
  return (
    <Picture
      source={source}
      // What was drawn before the page began to listen is not told of any more.
      onThere={(image) => image.complete && image.naturalWidth > 0 && show()}
      onLoad={show}
      className={isThere ? className : 'hidden'}
    />
  );
}

/** Only one that is at hand: nothing around it may move because it arrives. */
export function KnownServerIcon({ server, tool, className }: ServerIconProps) {
  const [source] = useState(() => addressOf(server, tool));
  const [isKnown] = useState(() => drawn.has(source));
  return isKnown ? <Picture source={source} className={className} /> : null;
}

interface PictureProps {
  source: string;
  onThere?: (image: HTMLImageElement) => void;
  onLoad?: () => void;
  className?: string | undefined;
}

function Picture({ source, onThere, onLoad, className }: PictureProps) {
  return (
    // biome-ignore lint/performance/noImgElement: these very bytes, which were looked at
    <img
      ref={(image) => {
        if (image) onThere?.(image);
      }}
      src={source}
      alt=""
      width={16}
      height={16}
      onLoad={onLoad}
      className={`size-4 shrink-0 rounded-badge object-contain ${className ?? ''}`}
    />
  );
}

function addressOf(server: string, tool: string | undefined): string {
  return `/api/icons?${new URLSearchParams({ server, ...(tool !== undefined && { tool }) })}`;
}
