'use client';
/** Begins a sign-in: requests where to go, and shows that, or why it cannot be begun. */
import { useState } from 'react';
import { wordsOf } from '@/components/api/api';
import { type Begun, beginSignIn, type GivenId } from './sign-ins-api';

export function useBegin(server: string, chatId: string | null) {
  const [begun, setBegun] = useState<Begun | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const begin = async (client?: GivenId) => {
    setAsking(true);
    setProblem(null);
    try {
      setBegun(await beginSignIn(server, { chatId, ...(client && { client }) }));
    } catch (error) {
      setBegun(null);
      setProblem(wordsOf(error));
    } finally {
      setAsking(false);
    }
  };
  return { begun, problem, isAsking, begin, leave: () => setBegun(null) };
}
