/** Forms by which servers ask people during a call. */
export const FORMS = {
  'form.asks': 'The server {server} asks you something',
  'form.asks-quoted': 'The server “<server>server</server>” asks you something',
  'form.question': 'Question of {server}',
  'form.trusted':
    'Your team trusts it. It runs “<name>name</name>” and waits. What you send goes to this server only, and confirms nothing. Type no passwords, keys or card numbers.',
  'form.untrusted':
    'Nobody has vouched for it. It runs “<name>name</name>” and waits. What you send goes to this server only, and confirms nothing. Type no passwords, keys or card numbers.',
  'form.open-until':
    'Open until <when>when</when>, {minutes} minutes at most. Then it goes on without an answer.',
  'form.words': 'In the server’s words',
  'form.words-unverified': 'In the server’s words, unverified',
  'form.what-it-says': 'What the server says',
  'form.not-sent': 'Not sent. “{field}” {complaint}.',
  'form.not-sent-more':
    'Not sent. “{field}” {complaint}. {count, plural, one {# more} other {# more}}: see above.',
  'form.only-owner': 'Only the person whose chat it is answers this.',
  'form.declining': 'Declining…',
  'form.decline': 'Decline',
  'form.sending': 'Sending…',
  'form.send': 'Send',
  'form.unsent': 'This did not reach Amber. Try again.',
  'form.required': '(required)',
  'form.help': 'Help on {field}',
  'form.about': 'What it was about',
  'form.you-answered': 'You answered “<server>server</server>”.',
  'form.owner-answered': 'The owner of this chat answered “<server>server</server>”.',
  'form.you-declined': 'You declined to answer “<server>server</server>”.',
  'form.owner-declined': 'The owner of this chat declined to answer “<server>server</server>”.',
  'form.expired': 'Nobody answered within {minutes} minutes what was asked by “<server>server</server>”.',
  'form.over': 'Nobody waits any more for an answer to “<server>server</server>”.',
  'form.yes': 'yes',
  'form.no': 'no',
  'form.none': 'none',
  'address.asks': 'The server {server} wants a page opened',
  'address.asks-quoted': 'The server “<server>server</server>” wants you to open a page',
  'address.trusted':
    'Your team trusts it. It runs “<name>name</name>” and waits. Opening the page confirms nothing here.',
  'address.untrusted':
    'Nobody has vouched for it. It runs “<name>name</name>” and waits. Open the page only if you know whose it is; it confirms nothing here.',
  'address.host': 'The page is at',
  'address.open': 'Open {host} in a new tab',
  'address.not-now': 'Not now',
  'address.means': 'The server is told that you agreed to open it, and nothing of what you do there.',
  'address.you-opened': 'You opened the page that “<server>server</server>” wanted.',
  'address.owner-opened': 'The owner of this chat opened the page that “<server>server</server>” wanted.',
  'address.left': 'The page that “<server>server</server>” wanted was not opened.',
  'refusal.secret': 'asked for what looks like a secret. Amber declined, and nothing was sent.',
  'refusal.address':
    'wanted something opened that is not an https address. Amber declined, and nothing was sent.',
  'refusal.kind': 'asked for something that is not a plain form. Amber declined, and nothing was sent.',
  'refusal.size': 'asked for more than anybody would read. Amber declined, and nothing was sent.',
  'refusal.many': 'asked too often. Amber answers nothing more of it here.',
  'refusal.unclear':
    'asked for input while several calls were under way, without saying for which. Amber declined, and nothing was sent.',
} as const;
