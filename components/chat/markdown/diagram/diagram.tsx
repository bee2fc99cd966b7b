'use client';
/**
 * A diagram in an answer, drawn on request; its source stays available as code, for screen readers and if it cannot be
 * drawn.
 */
import { Copy } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { ScrollBox } from '@/components/shown/table/scroll-box';
import { say } from '@/components/words/say';
import { diagramLooks } from './diagram-looks';
import { type Drawing, drawDiagram } from './draw-diagram';

interface DiagramProps {
  source: string;
  /** Called with whether it could be drawn. */
  onDrawn: (isDrawn: boolean) => void;
}

type Drawn = { drawing: Drawing | null };

export function Diagram({ source, onDrawn }: DiagramProps) {
  const isDark = useIsDark();
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  const told = useRef(onDrawn);
  useEffect(() => {
    told.current = onDrawn;
  }, [onDrawn]);
  useEffect(() => {
    let isGone = false;
    const done = (drawing: Drawing | null) => {
      if (isGone) return;
      setDrawn({ drawing });
      told.current(drawing !== null);
    };
    drawDiagram(source, diagramLooks(isDark)).then(done, () => done(null));
    return () => {
      isGone = true;
    };
  }, [source, isDark]);
  // The other theme's picture stays until this one is ready.
  if (!drawn) {
    return (
      <p role="status" className="border-line border-b px-3 py-2 text-13 text-muted">
        {say('results.diagram.drawing')}
      </p>
    );
  }
  if (!drawn.drawing) {
    return (
      <p role="status" className="border-line border-b px-3 py-2 text-13 text-ink-2">
        {say('results.diagram.failed')}
      </p>
    );
  }
  return <Picture drawing={drawn.drawing} />;
}

function Picture({ drawing }: { drawing: Drawing }) {
  const { src, width, height } = drawing;
  const [said, setSaid] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': await bitmapOf(drawing) })]);
      setSaid(say('results.chart.copied'));
    } catch {
      setSaid(say('results.chart.not-copied'));
    }
  };
  return (
    <div className="border-line border-b bg-raised">
      <ScrollBox name={say('results.diagram.name')} className="overflow-x-auto p-3">
        {/* biome-ignore lint/performance/noImgElement: it is a text of our own, not a file to be fetched */}
        <img
          data-testid="diagram"
          src={src}
          width={width}
          height={height}
          alt={say('results.diagram.alt')}
          className="mx-auto block h-auto max-w-none"
          style={{ width: `min(${width}px, max(100%, ${Math.min(width, 480)}px))` }}
        />
      </ScrollBox>
      <div className="flex items-center justify-end gap-4 px-3 pb-1 text-12 text-muted">
        <span role="status" className="mr-auto">
          {said}
        </span>
        <button
          type="button"
          onClick={() => void copy()}
          className="flex shrink-0 items-center gap-1.5 text-ink-2 hover:text-ink max-md:min-h-11"
        >
          <Copy aria-hidden size={13} strokeWidth={1.75} />
          {say('results.chart.copy')}
        </button>
      </div>
    </div>
  );
}

const SCALE = 2;
/** Of a picture's side, in pixels: browsers draw none that are much larger. */
const LONGEST_EDGE = 8_000;

async function bitmapOf({ src, width, height }: Drawing): Promise<Blob> {
  const image = new Image();
  image.src = src;
  await image.decode();
  const scale = Math.min(SCALE, LONGEST_EDGE / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = width * scale;
  canvas.height = height * scale;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('Nothing can be drawn.');
  pen.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--raised') || '#ffffff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('Nothing was drawn.'))), 'image/png');
  });
}

function useIsDark(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const watch = new MutationObserver(changed);
      watch.observe(document.documentElement, { attributes: true, attributeFilter: ['class'] });
      return () => watch.disconnect();
    },
    () => document.documentElement.classList.contains('dark'),
    () => false,
  );
}
