/** Which addresses the service prints, by the host on which it listens, and the QR code of an address. */
import assert from 'node:assert/strict';
import type { NetworkInterfaceInfo } from 'node:os';
import { test } from 'node:test';
import { encode } from 'uqr';
import { announcement, pathToScan, qrCode } from '../../src/commands/announcement.ts';
import { networkHosts, ownHost } from '../../src/hosts.ts';
import { readSettings } from '../../src/settings.ts';

function at(address: string, internal = false): NetworkInterfaceInfo {
  const common = { address, internal, netmask: '', mac: '', cidr: null };
  return address.includes(':')
    ? { ...common, family: 'IPv6', scopeid: 0 }
    : { ...common, family: 'IPv4' };
}

const MACHINE = {
  lo: [at('127.0.0.1', true), at('::1', true)],
  docker0: [at('172.17.0.1')],
  eth0: [at('169.254.7.7'), at('192.168.178.20'), at('fd00::2'), at('fe80::1')],
  wlan0: [at('10.0.0.5'), at('2001:db8::5')],
};

const HOSTS: [host: string, others: string[], own: string][] = [
  ['127.0.0.1', [], '127.0.0.1'],
  ['127.0.0.53', [], '127.0.0.53'],
  ['localhost', [], 'localhost'],
  ['::1', [], '::1'],
  ['192.168.178.20', ['192.168.178.20'], '192.168.178.20'],
  ['2001:db8::5', ['2001:db8::5'], '2001:db8::5'],
  ['lake.example', ['lake.example'], 'lake.example'],
  ['0.0.0.0', ['192.168.178.20', '10.0.0.5', '169.254.7.7', '172.17.0.1'], '127.0.0.1'],
  ['0', ['192.168.178.20', '10.0.0.5', '169.254.7.7', '172.17.0.1'], '127.0.0.1'],
  [
    '::',
    ['192.168.178.20', '10.0.0.5', 'fd00::2', '2001:db8::5', '169.254.7.7', '172.17.0.1'],
    '::1',
  ],
];

for (const [host, others, own] of HOSTS) {
  test(`listening on ${host}: how others and this machine reach it`, () => {
    assert.deepEqual(networkHosts(host, MACHINE), others);
    assert.equal(ownHost(host), own);
  });
}

test('a machine without a network has only itself', () => {
  assert.deepEqual(networkHosts('0.0.0.0', { lo: MACHINE.lo }), []);
});

test('PUBLIC_URL by default is an address that others can call', () => {
  const of = (environment: Record<string, string>) => readSettings(environment).publicUrl;
  const [first = '127.0.0.1'] = networkHosts('0.0.0.0');
  assert.equal(of({ HOST: '0.0.0.0' }), `http://${first}:8080`);
  assert.equal(of({ HOST: '192.0.2.1', PORT: '81' }), 'http://192.0.2.1:81');
  assert.equal(of({}), 'http://127.0.0.1:8080');
  assert.equal(of({ HOST: '0.0.0.0', PUBLIC_URL: 'https://x.example/' }), 'https://x.example');
  for (const address of ['https://x.example/@home', 'HTTP://[::1]:81/a/b', 'http://lake']) {
    assert.equal(of({ PUBLIC_URL: address }), address);
  }
});

test('addresses have no user, and what is said of one does not show the password', () => {
  const cases: [name: string, address: string][] = [
    ...['https://maja:hunter2@x.example', 'https://hunter2@x.example/a', 'https://@x.example'],
    ...['https:maja:hunter2@x.example', 'https:\\\\maja:hunter2@x.example', 'https:x.example'],
    ...['https://x.example?', 'https://x.example/#', 'https://a b'],
  ].map((address) => ['PUBLIC_URL', address]);
  for (const name of ['PUSH_ORIGINS', 'WEBHOOK_ORIGINS'])
    cases.push([name, 'https://maja:hunter2@x.example']);
  for (const [name, address] of cases) {
    assert.throws(
      () => readSettings({ [name]: address }),
      ({ message }: Error) => message.startsWith(`${name} must `) && !message.includes('hunter2'),
      address,
    );
  }
});

const PHONE = 'On a phone in the same network: ';

test('what is announced: nothing on loopback, else a line for each address, and one QR code', () => {
  const told = (environment: Record<string, string>, path = '') =>
    announcement(readSettings(environment), 8081, { path, isTerminal: false, interfaces: MACHINE });
  assert.deepEqual(told({}), []);
  assert.deepEqual(told({ PUBLIC_URL: 'https://x.example' }), []);
  assert.deepEqual(told({ HOST: '192.168.178.20', PORT: '0' }, '/events/1'), [
    `${PHONE}http://192.168.178.20:8081/events/1`,
  ]);
  assert.deepEqual(
    told({ HOST: '0.0.0.0' }),
    ['192.168.178.20', '10.0.0.5', '169.254.7.7', '172.17.0.1'].map(
      (host) => `${PHONE}http://${host}:8081`,
    ),
  );
  assert.deepEqual(told({ HOST: '0.0.0.0', PUBLIC_URL: 'https://x.example' }, '/events/1'), [
    'On a phone: https://x.example/events/1',
  ]);
  const settings = readSettings({ HOST: '::' });
  const seen = announcement(settings, 8081, { path: '', isTerminal: true, interfaces: MACHINE });
  assert.equal(seen.slice(6).join('\n'), qrCode('http://192.168.178.20:8081'));
  assert.equal(seen[3], `${PHONE}http://[2001:db8::5]:8081`);
  assert.doesNotMatch(seen.join('\n'), /0\.0\.0\.0|\[::\]/);
});

test('phones are led to the board of the one regatta that is on or to come, else to the list', () => {
  const event = (id: number, endDate: string, timezone = 'Europe/Berlin') => ({
    ...{ id, endDate, timezone },
  });
  const cases: [Parameters<typeof pathToScan>[0], string][] = [
    [[], ''],
    [[event(7, '2026-06-14')], '/events/7'],
    [[event(7, '2026-06-13')], '/events/7'],
    [[event(7, '2026-06-12')], ''],
    // In New York it is still the evening of the event's last day.
    [[event(7, '2026-06-12', 'America/New_York')], '/events/7'],
    [[event(8, '2026-06-20'), event(7, '2026-06-12')], '/events/8'],
    [[event(8, '2026-06-20'), event(7, '2026-06-14')], ''],
  ];
  const now = Date.parse('2026-06-13T01:00:00Z');
  for (const [events, path] of cases) assert.equal(pathToScan(events, now), path);
});

const WHITE_ON_BLACK = '\x1b[40;97m';
const USUAL = '\x1b[0m';

test('a QR code: white and black whatever the terminal’s colours, two modules to a character', () => {
  const text = 'http://192.168.178.20:8080/events/1';
  const lines = qrCode(text).split('\n');
  const rows = lines.flatMap((line) => {
    assert.ok(line.startsWith(WHITE_ON_BLACK) && line.endsWith(USUAL), line);
    const blocks = line.slice(WHITE_ON_BLACK.length, -USUAL.length);
    assert.match(blocks, /^[ ▀▄█]+$/);
    return [
      Array.from(blocks, (block) => !'▀█'.includes(block)),
      Array.from(blocks, (block) => !'▄█'.includes(block)),
    ];
  });
  // With the margin that scanners need; blocks are the light modules, blanks the dark ones.
  const { data, size } = encode(text, { border: 2 });
  assert.deepEqual(rows.slice(0, size), data);
});
