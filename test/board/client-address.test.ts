/** By which address a visitor is counted. */
import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { clientAddress } from '../../src/board/client-address.ts';

const OPEN = 'http://192.168.1.2:8080';
const BEHIND_PROXY = 'https://regatta.example';

for (const [what, peer, forwarded, expected, publicUrl = BEHIND_PROXY] of [
  ['a visitor', '203.0.113.7', undefined, '203.0.113.7'],
  ['a visitor who claims to forward', '203.0.113.7', '198.51.100.1', '203.0.113.7'],
  ['a proxy on this machine', '127.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['a proxy on this machine, by http', '127.0.0.1', '198.51.100.1', '198.51.100.1', OPEN],
  ['a phone that claims to forward', '192.168.1.20', '198.51.100.1', '192.168.1.20', OPEN],
  ['a proxy behind a proxy', '10.1.2.3', '192.0.2.1, 198.51.100.1', '198.51.100.1'],
  ['a proxy that forwards nonsense', '10.1.2.3', 'unknown', '10.1.2.3'],
  ['a phone in the local network', '192.168.1.20', undefined, '192.168.1.20'],
  ['IPv4 in IPv6', '::ffff:203.0.113.7', undefined, '203.0.113.7'],
  ['IPv6', '2001:db8:1:2:aaaa::1', undefined, '2001:db8:1:2'],
  ['a visitor with IPv6 behind a proxy', '::1', '2001:db8:1:2:bbbb::9', '2001:db8:1:2'],
  ['a connection that is gone', undefined, undefined, ''],
] as const) {
  test(`client address: ${what}`, () => {
    const request = { socket: { remoteAddress: peer }, headers: { 'x-forwarded-for': forwarded } };
    assert.equal(clientAddress(request as unknown as IncomingMessage, publicUrl), expected);
  });
}
