/**
 * A request in another language is answered with a note saying so, and nothing runs, not even a read; a name in another
 * language does not make a request foreign.
 */
import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rowsOf } from '@/db/client';
import { demoAdmin } from '@/mcp/testing/demo-admin';
import { otherLanguage } from './reading/other-language';
import { Conversation } from './testing/conversation';
import { openDemo } from './testing/demo';

const MESSAGES = 'lib/agent/tool-selection/testing/real-messages.jsonl';

const ELSEWHERE = `Zeige mir offene Rechnungen
Welche Kunden schulden uns Geld?
Kunden in Hamburg
Lösche Kunde Halden Optics
Lösche den Kunden Halden Optics
Kunde Halden Optics löschen
Rechnung INV-2939
Wie hoch ist INV-2939?
Status von SO-1590
Orders von Halden Optics
SO-1590 abgeschlossen
Wer ist im Team?
Transaktionen im Oktober
orders im November
invoices im Oktober
19% MwSt auf 1200
Was kannst du?
Hallo
Danke
Hilfe
delete Kunde Halden Optics
Delete den Kunden Halden Optics
delete D-0117 bitte
cancel Auftrag SO-1582
Mark SO-1590 als completed
set SO-1590 auf completed
Show Kunden in Hamburg
show offene invoices
wer schuldet uns am meisten
Neuer Kunde Brambly Hedge
Total der Rechnungen
Kontostand
Quels clients nous doivent de l’argent ?
Supprime le client Halden Optics
Borra el cliente Halden Optics
Mostrami le fatture
Verwijder klant Halden Optics
Удали клиента Halden Optics
删除客户 北门`.split('\n');

const ENGLISH = [
  'im looking for orders of Halden Optics',
  'show customer van der Berg',
  'orders of Schmidt und Partner',
  'Delete customer "Kunde und Rechnung"',
  'payments mentioning Rechnung',
  'Remember that Rechnung means invoice',
  'Create a draft invoice for Halden Optics: 3 Beratung und Rechnung at 450',
  'who do we owe in Hamburg',
];

test('of what is not English nothing runs, and it is said', async () => {
  const { db, close } = await openDemo();
  const chat = await Conversation.open(await demoAdmin(db));
  const ran: string[] = [];
  for (const message of ELSEWHERE) {
    const { calls, text } = await chat.anew().say(message, 'stub');
    if (calls.length > 0 || !text.includes('does not look like English')) ran.push(message);
  }
  expect(ran).toEqual([]);
  const names = await rowsOf<{ name: string }>(
    db,
    sql`select name from customers union select name from categories union select name from users`,
  );
  await close();
  const taken = names.map(({ name }) => `show customer ${name}`).filter((one) => otherLanguage(one));
  expect(taken).toEqual([]);
});

test('what is English is read', () => {
  const lines = readFileSync(MESSAGES, 'utf8').split('\n').filter(Boolean);
  const real = lines.flatMap((line) => (JSON.parse(line) as { messages: string[] }).messages);
  expect([...ENGLISH, ...real].filter((one) => otherLanguage(one))).toEqual([]);
});
