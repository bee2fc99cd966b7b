/** The name of a call for people. */
import { ownWords } from '@/components/words/own-words';

/** A call's name on its card and row: the server's title counts only if the server is trusted. */
export function nameOf(call: { server: string; trusted: boolean; title: string; tool: string }): string {
  return call.trusted && call.title.trim() !== '' ? ownWords(call, call.title) : call.tool;
}
