/**
 * Servers' declarations (e2e/cases/07): hints of every kind, tools that change while a card is pending, names, schemas
 * and results, each from a trusted and from an untrusted server.
 */
import type { Case } from '@/e2e/cases';
import { playAnnotations } from './testing/annotation-play';
import { playDrift } from './testing/drift-play';
import { describeCases, type Judges, type Play } from './testing/hostile-cases';
import { playName, playResult, playSchema } from './testing/offer-play';

const PLAYS: Record<string, (one: Case, play: Play) => Promise<Judges>> = {
  'tool.annotations': playAnnotations,
  'tools/list': playDrift,
  'tool.name': playName,
  'tool.inputSchema': playSchema,
  'tools/call result': playResult,
};

describeCases('07-annotations', (one, _at, playing) => {
  const play = PLAYS[one.where];
  if (!play) throw new Error(`No such place: ${one.where}`);
  return play(one, playing);
});
