/** The intent of a message, from its verbs and their positions. */
import { describe, expect, it } from 'vitest';
import { intentOf } from './intent';

describe('a message that only asks to see something', () => {
  it.each([
    'Show me the invoices of last month',
    'List all file shares and the settings of the recovery plan',
    'What is the status of my order?',
    'How many users were deleted?',
    'Please find the customer with the last update',
    'Zeige mir alle Rechnungen',
    'Welche Termine habe ich heute?',
  ])('%s', (message) => {
    expect(intentOf(message).onlyReads).toBe(true);
  });
});

describe('a message that asks for more', () => {
  it.each([
    'Show me the invoices and delete the oldest',
    'List the users, then send them a mail',
    'Create a customer',
    'Can you cancel order 7?',
    'Kannst du die Rechnung löschen?',
    'Zeige die Kunden und lösche den letzten',
    '',
    'x',
    'the of and',
  ])('%s', (message) => {
    expect(intentOf(message).onlyReads).toBe(false);
  });
});

it('tells what is to be taken away, and by which verbs', () => {
  expect(intentOf('Remove the user').destroys).toBe(true);
  expect(intentOf('Bitte den Kunden entfernen').destroys).toBe(true);
  expect(intentOf('Show the user').destroys).toBe(false);
  expect(intentOf('What was the delete about').destroys).toBe(false);
  expect([...intentOf('Upload the file').actions]).toContain('upload');
  expect([...intentOf('Change my address').actions]).toContain('updat');
});
