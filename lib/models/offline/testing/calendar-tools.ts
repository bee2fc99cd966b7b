/** A calendar, in names and words that have nothing to do with a back office. */
import { type FakeTool, listOf, moment, params, text } from './fake-tools';

const EVENTS = [
  {
    id: 'ev1',
    summary: 'Team lunch',
    start: '2026-11-20T12:00:00Z',
    end: '2026-11-20T13:00:00Z',
    location: 'Canteen',
  },
  {
    id: 'ev2',
    summary: 'Budget review',
    start: '2026-11-23T09:00:00Z',
    end: '2026-11-23T10:30:00Z',
    location: 'Room 4',
  },
  {
    id: 'ev3',
    summary: 'Budget workshop',
    start: '2026-11-24T09:00:00Z',
    end: '2026-11-24T12:00:00Z',
    location: 'Room 2',
  },
];

const matching = (query: unknown) =>
  EVENTS.filter((event) => event.summary.toLowerCase().includes(String(query ?? '').toLowerCase()));

export const calendarTools: readonly FakeTool[] = [
  {
    name: 'list-events',
    description:
      'Returns the events of the calendar, optionally between two moments or with a word in their title.',
    risk: 'read-only',
    inputSchema: params({
      timeMin: moment('Lower bound (ISO 8601)'),
      timeMax: moment('Upper bound (ISO 8601)'),
      query: text('Free text search terms'),
    }),
    run: ({ query }) => ({ items: matching(query) }),
  },
  {
    name: 'get-event',
    description: 'Returns one event in full.',
    risk: 'read-only',
    inputSchema: params({ 'eventId!': text('Event id') }),
    run: ({ eventId }) => EVENTS.find((event) => event.id === eventId),
  },
  {
    name: 'create-event',
    description: 'Creates an event in the calendar and invites its attendees.',
    risk: 'write',
    inputSchema: params({
      'summary!': text('Title of the event'),
      'start!': moment('Start (ISO 8601)'),
      'end!': moment('End (ISO 8601)'),
      attendees: listOf({ type: 'string', format: 'email' }, 'E-mail addresses'),
      location: text('Where it takes place'),
    }),
    run: (input) => ({ created: true, event: { id: 'ev9', ...input } }),
  },
  {
    name: 'move-event',
    description: 'Reschedules an event to another start.',
    risk: 'write',
    inputSchema: params({ 'eventId!': text('Event id'), 'start!': moment('New start (ISO 8601)') }),
    run: (input) => ({ changed: true, ...input }),
  },
  {
    name: 'delete-event',
    description: 'Deletes an event and tells its attendees.',
    risk: 'destructive',
    inputSchema: params({ 'eventId!': text('Event id') }),
    run: ({ eventId }) => ({ success: true, message: `Event ${eventId} is gone.` }),
  },
];
