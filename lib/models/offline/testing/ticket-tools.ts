/** A tracker of issues, camelCase and from another server: `tracker__...`. */
import { choice, type FakeTool, params, text, whole } from './fake-tools';

const ISSUES = [
  { key: 'WEB-12', title: 'Login fails on Safari', state: 'open', priority: 'high', assignee: 'Kim Sato' },
  { key: 'WEB-15', title: 'Typo on the pricing page', state: 'open', priority: 'low', assignee: null },
  { key: 'API-3', title: 'Rate limit too strict', state: 'closed', priority: 'medium', assignee: 'Kim Sato' },
];

export const ticketTools: readonly FakeTool[] = [
  {
    name: 'tracker__searchIssues',
    description: 'Search tickets by free text and state.',
    risk: 'read-only',
    inputSchema: params({
      text: text('Words in the title'),
      state: choice('open', 'closed'),
      maxResults: { type: 'integer', maximum: 50 },
    }),
    run: ({ text: words, state }) =>
      ISSUES.filter(
        (issue) =>
          (!state || issue.state === state) &&
          (!words || `${issue.key} ${issue.title}`.toLowerCase().includes(String(words).toLowerCase())),
      ),
  },
  {
    name: 'tracker__getIssue',
    description: 'Get a single ticket with its comments.',
    risk: 'read-only',
    inputSchema: params({ 'issueKey!': text('Key of the issue, e.g. WEB-12') }),
    run: ({ issueKey }) => ({
      ...ISSUES.find((issue) => issue.key === issueKey),
      comments: [{ author: 'Kim', text: 'Seen too' }],
    }),
  },
  {
    name: 'tracker__createIssue',
    description: 'Open a new ticket.',
    risk: 'write',
    inputSchema: params({
      'title!': text('Short title'),
      body: text('Longer description'),
      priority: choice('low', 'medium', 'high'),
    }),
    run: (input) => ({ key: 'WEB-16', ...input }),
  },
  {
    name: 'tracker__addComment',
    description: 'Adds a comment to a ticket.',
    risk: 'write',
    inputSchema: params({ 'issueKey!': text('Key of the issue, e.g. WEB-12'), 'text!': text('The comment') }),
    run: () => 'ok',
  },
  {
    name: 'tracker__assignIssue',
    description: 'Assigns a ticket to a person.',
    risk: 'write',
    inputSchema: params({
      'issueKey!': text('Key of the issue, e.g. WEB-12'),
      'assignee!': text('Name of the person'),
    }),
    run: (input) => input,
  },
  {
    name: 'tracker__closeIssue',
    description: 'Closes a ticket for good.',
    risk: 'destructive',
    inputSchema: params({
      'issueKey!': text('Key of the issue, e.g. WEB-12'),
      resolution: choice('fixed', 'wontfix'),
    }),
    run: ({ issueKey }) => ({ success: true, message: `${issueKey} is closed.` }),
  },
  {
    name: 'tracker__voteIssue',
    description: 'Votes for a ticket, by its number.',
    risk: 'write',
    inputSchema: params({ 'issueNumber!': whole('Number of the issue') }),
    run: (input) => input,
  },
];
