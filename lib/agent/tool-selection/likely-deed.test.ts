/**
 * What a tool most likely does, by its name and its server's description; a word counts as a verb only in a verb's
 * position.
 */
import { describe, expect, it } from 'vitest';
import { deedOfName, isAnnotated, likelyDeed } from './likely-deed';
import { tool } from './testing/sample-tools';

describe('the verb of a name', () => {
  it.each([
    ['list_pull_requests', 'reads'],
    ['list_records', 'reads'],
    ['search_records', 'reads'],
    ['configuration_view', 'reads'],
    ['API-post-search', 'reads'],
    ['API-query-data-source', 'reads'],
    ['getPurchaseOrders', 'reads'],
    ['get_order_shipment_log', 'reads'],
    ['pods_log', undefined],
    ['kubectl_logs', undefined],
    ['pull_request', undefined],
    ['generate_bar_chart', undefined],
    ['documentation', undefined],
    ['create_pull_request_review', 'changes'],
    ['API-post-page', 'changes'],
    ['log_workout', 'changes'],
    ['pods_run', 'changes'],
    ['get_or_create_user', 'changes'],
    ['update_view', 'changes'],
    ['search_and_replace', 'destroys'],
    ['customers_delete', 'destroys'],
    ['kunden_loeschen', 'destroys'],
    ['', undefined],
  ])('%s: %s', (name, deed) => {
    expect(deedOfName(name)).toBe(deed);
  });

  it('stands behind what the server puts before all of its names', () => {
    expect(deedOfName('slack_post_message', 'slack')).toBe('changes');
    expect(deedOfName('monday', 'monday')).toBe(undefined);
  });
});

describe('what a tool most likely does', () => {
  const unknown = (name: string, declared = {}) =>
    tool({ name, declared, trusted: false, risk: 'destructive' });

  it('is what its server declares, vouched for or not, unless its name says that it destroys', () => {
    expect(likelyDeed(unknown('start_search', { readOnlyHint: true }))).toBe('reads');
    expect(likelyDeed(unknown('wipe_disk', { readOnlyHint: true }))).toBe('destroys');
    expect(likelyDeed(unknown('start_search', { readOnlyHint: true, destructiveHint: true }))).toBe(
      'changes',
    );
    expect(likelyDeed(unknown('start_search', { readOnlyHint: 'yes' }))).toBe('changes');
  });

  it('is asked only where nobody vouches for an annotation that says it', () => {
    expect(isAnnotated(tool({ name: 'a', risk: 'destructive' }))).toBe(true);
    expect(isAnnotated(tool({ name: 'a' }))).toBe(true);
    expect(isAnnotated(tool({ name: 'a', risk: 'destructive', declared: { openWorldHint: true } }))).toBe(
      false,
    );
    expect(isAnnotated(tool({ name: 'a', risk: 'destructive', trusted: false }))).toBe(false);
  });
});
