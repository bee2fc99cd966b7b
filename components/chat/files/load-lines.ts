/** The contents of a workspace file, as lines. */
import { request } from '@/components/api/api';
import type { Piece } from './use-pieces';

interface Answer {
  /** Each line is preceded by its number and a tab. */
  content: string;
  /** The line at which it continues; null at the end. */
  next: number | null;
}

interface Line {
  nth: number;
  text: string;
}

/** @param offset the line to begin at, the first one is 1 */
export async function loadLines(path: string, offset = 1): Promise<Piece<Line, number>> {
  const query = `path=${encodeURIComponent(path)}&offset=${offset}`;
  const { content, next } = await request<Answer>('GET', `/api/workspace/file?${query}`);
  return { items: linesOf(content), next };
}

function linesOf(content: string): Line[] {
  return content.split('\n').flatMap((line) => {
    const [, nth, text = ''] = /^ *(\d+)\t(.*)$/s.exec(line) ?? [];
    return nth === undefined ? [] : [{ nth: Number(nth), text }];
  });
}
