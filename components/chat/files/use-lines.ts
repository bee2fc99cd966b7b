'use client';
/** The contents of a workspace file, piece by piece. */
import { useEffect, useState } from 'react';
import { request, wordsOf } from '@/components/api/api';

interface Piece {
  /** Each line after its number and a tab. */
  content: string;
  /** The line at which it continues; null at the end. */
  next: number | null;
}

interface Line {
  nth: number;
  text: string;
}

/** `lines`: null until some are loaded. */
export function useLines(path: string) {
  const [lines, setLines] = useState<Line[] | null>(null);
  const [next, setNext] = useState<number | null>(null);
  const [problem, setProblem] = useState('');
  const load = async (offset: number) => {
    setProblem('');
    try {
      const query = `path=${encodeURIComponent(path)}&offset=${offset}`;
      const piece = await request<Piece>('GET', `/api/workspace/file?${query}`);
      setLines((known) => [...((offset > 1 && known) || []), ...linesOf(piece.content)]);
      setNext(piece.next);
    } catch (error) {
      setProblem(wordsOf(error));
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is opened
  useEffect(() => void load(1), []);
  return { lines, next, problem, load };
}

function linesOf(content: string): Line[] {
  return content.split('\n').flatMap((line) => {
    const [, nth, text = ''] = /^ *(\d+)\t(.*)$/s.exec(line) ?? [];
    return nth === undefined ? [] : [{ nth: Number(nth), text }];
  });
}
