/** The printed report, and its list of faults. */
import { table } from '../table.ts';
import type { AnswerFigures } from './answers.ts';
import type { BackupFigures } from './backups.ts';
import type { Counted } from './count.ts';
import type { Happened } from './form.ts';

export interface Replicas {
  happened: Happened;
  counted: Counted;
  restored: BackupFigures;
  answers: AnswerFigures;
  events: { heard: number; opened: number };
}

const doubledOf = ({ stories, outside }: Counted) =>
  Object.values(stories.doubled).reduce((sum, count) => sum + count, 0) + outside.twice;

export function replicasReport({ happened, counted, restored, answers, events }: Replicas): string {
  const { form, tookMs, restarts, kills, failovers } = happened;
  const { stories, storiesTold, outside, chats, rows } = counted;
  const lines: [string, number | string][] = [
    ['seconds of load', Math.round(tookMs / 1000)],
    ['processes restarted in order, killed', `${restarts}, ${kills}`],
    ['failovers of the database', failovers.length],
    ['stories told, each with a confirmed call', storiesTold],
    ['customers created and deleted by other clients', `${outside.created}, ${outside.deleted}`],
    ['cards of theirs confirmed', outside.confirmed],
    ['chats made', chats.made],
    ['calls in the ledger', rows.calls],
    ['events heard, streams opened', `${events.heard}, ${events.opened}`],
    ['', ''],
    ['calls executed twice', doubledOf(counted)],
    ['decisions lost', stories.lostDecisions + outside.lost],
    ['acknowledged writes lost', chats.lost],
    ['stories, calls of other clients that never ended', `${stories.stuck}, ${outside.givenUp}`],
    ['runs that never ended', rows.unended],
    ['cards stuck', rows.pending + rows.decidedAndLeft],
    ['receipts not linked', rows.unlinked],
    ['outcomes unknown and shown, still open', `${rows.unknownEver}, ${rows.unknownOpen}`],
    ['runs taken over from a dead process', rows.adopted],
    ['answers stopped or failed, and told so', rows.stopped],
    ['', ''],
    ['backups taken meanwhile and restored', restored.taken],
    ['backups not made, or refused', restored.refused.length],
    ['receipts in them, each verified; calls', `${restored.receipts}, ${restored.calls}`],
    ['calls there twice, under way', `${restored.twice}, ${restored.underWay}`],
    ['acknowledged before and missing', restored.missing],
    ['', ''],
    ['requests', answers.all],
    ['answered 2xx and 3xx', answers.good],
    ['refused (4xx)', answers.refused],
    ['503 with Retry-After while no database answered', answers.away],
    ['pages made just then: 500', answers.pagesAway],
    ['cut off with a process, streams cut off', `${answers.cutOff}, ${answers.cutStreams}`],
    ['any other 5xx', answers.wrong.reduce((sum, [, count]) => sum + count, 0)],
  ];
  const head = [`(replicas, ${form.name} form)`, ''];
  const shown = table([head, ...lines.map(([name, value]) => [name, String(value)])]);
  return [
    shown,
    ...failovers.map(failoverLine),
    ...answers.wrong.map(([what, count]) => `  ${count} x ${what}`),
  ].join('\n');
}

function failoverLine({
  promotedMs,
  backMs,
  longestMs,
  from,
  to,
  bare,
}: Happened['failovers'][number]): string {
  const seconds = (ms: number) => (ms / 1000).toFixed(1);
  return `  failover: no database for ${seconds(to - from)} s (${seconds(promotedMs)} s until the standby was promoted, answered ${seconds(backMs)} s later); longest wait for a 503 ${seconds(longestMs)} s; not 503 with Retry-After: ${bare}`;
}

/** In words. */
export function faultsOf({ happened, counted, restored, answers }: Omit<Replicas, 'events'>): string[] {
  const { stories, outside, chats, rows } = counted;
  const counts: [string, number][] = [
    ['calls executed twice', doubledOf(counted)],
    ['decisions lost', stories.lostDecisions + outside.lost],
    ['acknowledged writes lost', chats.lost],
    ['stories or calls that never ended', stories.stuck + outside.givenUp],
    ['runs that never ended', rows.unended],
    ['cards stuck', rows.pending + rows.decidedAndLeft],
    ['receipts not linked', rows.unlinked],
    ['other 5xx', answers.wrong.reduce((sum, [, count]) => sum + count, 0)],
    ['processes that did not end in order', happened.badEnds],
    ['calls twice in a backup', restored.twice],
    ['calls under way in a backup', restored.underWay],
    ['acknowledged writes missing in a backup', restored.missing],
  ];
  const missed = counts.filter(([, count]) => count > 0).map(([what, count]) => `${what}: ${count}`);
  return [...missed, ...restored.refused, ...stories.faults];
}
