/** Whether a registry may be in an internal network: only if the operator has named it so. */
import { expect, it } from 'vitest';
import { mayLeadInside } from './ask-registry';

it.each([
  ['https://registry.example.com', false, false],
  ['https://8.8.8.8', false, false],
  ['https://registry.example.com', true, true],
  ['http://localhost:8080', false, true],
  ['http://10.0.0.7/registry', false, true],
  ['http://[::1]:8080', false, true],
])('%s, with private servers %s: %s', (registry, privateServers, inside) => {
  expect(mayLeadInside({ registry, privateServers })).toBe(inside);
});
