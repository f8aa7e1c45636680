/** The address by which a visitor is counted: that of the connection, or the one that trusted proxies name. */
import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { clientAddress } from '../../src/http/limits/networks.ts';

for (const [what, proxies, peer, forwarded, expected] of [
  ['a visitor', 0, '203.0.113.7', undefined, '203.0.113.7'],
  ['a visitor who claims to forward', 0, '203.0.113.7', '198.51.100.1', '203.0.113.7'],
  ['a phone that claims to forward', 0, '192.168.1.20', '198.51.100.1', '192.168.1.20'],
  ['this machine, where no proxy is known', 0, '127.0.0.1', '198.51.100.1', '127.0.0.1'],
  ['a proxy', 1, '10.1.2.3', '198.51.100.1', '198.51.100.1'],
  ['a proxy on this machine', 1, '127.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['a visitor of a proxy who invents more', 1, '10.1.2.3', '1.2.3.4, 198.51.100.1', '198.51.100.1'],
  ['a proxy behind a proxy', 2, '10.1.2.3', '198.51.100.1, 192.0.2.1', '198.51.100.1'],
  [
    'two proxies, and more invented',
    2,
    '10.1.2.3',
    '1.1.1.1,198.51.100.1,192.0.2.1',
    '198.51.100.1',
  ],
  ['two proxies of which one was passed by', 2, '10.1.2.3', '198.51.100.1', '198.51.100.1'],
  ['a proxy that forwards nonsense', 1, '10.1.2.3', 'unknown', '10.1.2.3'],
  ['a proxy that ends with nothing', 1, '10.1.2.3', '198.51.100.1,', '10.1.2.3'],
  ['a proxy that says nothing', 1, '10.1.2.3', undefined, '10.1.2.3'],
  ['IPv4 in IPv6', 0, '::ffff:203.0.113.7', undefined, '203.0.113.7'],
  ['IPv6', 0, '2001:db8:1:2:aaaa::1', undefined, '2001:db8:1:2'],
  ['a visitor with IPv6 behind a proxy', 1, '::1', '2001:db8:1:2:bbbb::9', '2001:db8:1:2'],
  ['a connection that is gone', 0, undefined, undefined, ''],
] as const) {
  test(`client address: ${what}`, () => {
    const request = { socket: { remoteAddress: peer }, headers: { 'x-forwarded-for': forwarded } };
    assert.equal(clientAddress(request as unknown as IncomingMessage, proxies), expected);
  });
}
