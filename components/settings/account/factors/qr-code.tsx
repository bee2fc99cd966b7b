'use client';
/** A text as a QR code for a phone's camera, drawn in the browser: the text does not leave the page. */
import { useEffect, useState } from 'react';

/** Dark on light in every theme, because cameras need that to read it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [rows, setRows] = useState<boolean[][]>([]);
  useEffect(() => {
    let isGone = false;
    void import('uqr').then(({ encode }) => {
      if (!isGone) setRows(encode(text, { border: 2 }).data);
    });
    return () => {
      isGone = true;
    };
  }, [text]);
  const dots = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length || 1} ${rows.length || 1}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-control bg-white"
    >
      <path d={dots.join('')} fill="#000" />
    </svg>
  );
}
