/** Which visitors share a network. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { subnetOf } from '../../src/http/limits/networks.ts';

for (const [address, network] of [
  ['192.0.2.7', '192.0.2.0/24'],
  ['192.0.2.255', '192.0.2.0/24'],
  ['2001:db8:0:1', '2001:db8:0::/48'],
  ['2001:db8:0:ffff', '2001:db8:0::/48'],
  ['2001:db8:1:0:0:0:0:1', '2001:db8:1::/48'],
  ['0:0:0:0', '0:0:0::/48'],
  ['', ''],
  ['unknown', 'unknown'],
] as const) {
  test(`the network of ${address}`, () => assert.equal(subnetOf(address), network));
}
