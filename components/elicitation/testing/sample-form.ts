/** A form as the server would send it, for component tests. */
import type { ElicitationView } from '@/lib/elicitation/elicitation-view';

/** Asked of `u1` by a trusted server; open since noon UTC. */
export function sampleForm(changes: Partial<ElicitationView> = {}): ElicitationView {
  const base = { description: null, required: false };
  return {
    id: 'form-1',
    toolCallId: 'call-1',
    server: 'bistro',
    tool: 'table_book',
    trusted: true,
    message: 'For how many?',
    address: null,
    fields: [
      {
        ...base,
        sort: 'text',
        name: 'name',
        title: 'Your name',
        required: true,
        format: null,
        minLength: 0,
        maxLength: 50,
        preset: null,
      },
      { ...base, sort: 'integer', name: 'people', title: null, minimum: 1, maximum: 9, preset: 2 },
      { ...base, sort: 'tick', name: 'quiet', title: 'Quiet', preset: null },
    ],
    status: 'open',
    refusal: null,
    askedOf: { id: 'u1' },
    answer: null,
    askedAt: '2026-11-20T12:00:00.000Z',
    expiresAt: '2026-11-20T12:10:00.000Z',
    answeredAt: null,
    ...changes,
  };
}
