/** At which addresses other devices reach a service whose public URL names only its own machine. */
import assert from 'node:assert/strict';
import type { NetworkInterfaceInfo } from 'node:os';
import { test } from 'node:test';
import { reachOf } from '../../src/console/accounts/installation.ts';
import { addPerson, Browser } from '../support/people.ts';
import { startTestService } from '../support/service.ts';

const at = (address: string, internal: boolean): NetworkInterfaceInfo => ({
  ...{ address, internal, netmask: '', mac: '', cidr: null, family: 'IPv4' },
});
const MACHINE = { lo: [at('127.0.0.1', true)], wlan0: [at('192.168.178.20', false)] };
const ALONE = { lo: MACHINE.lo };

const CASES = [
  {
    name: 'listening to itself alone',
    ...{ host: '127.0.0.1', publicUrl: 'http://127.0.0.1:8080', machine: MACHINE },
    reach: { isOpen: false, addresses: ['http://192.168.178.20:8080'] },
  },
  {
    name: 'listening, with a public address that nobody else reaches',
    ...{ host: '0.0.0.0', publicUrl: 'http://localhost:8080/rowing', machine: MACHINE },
    reach: { isOpen: true, addresses: ['http://192.168.178.20:8080/rowing'] },
  },
  {
    name: 'in no network',
    ...{ host: '0.0.0.0', publicUrl: 'http://127.0.0.1:8080', machine: ALONE },
    reach: { isOpen: true, addresses: [] },
  },
  {
    name: 'with a name that begins like an address of this machine',
    ...{ host: '0.0.0.0', publicUrl: 'http://127.0.0.1.nip.io:8080', machine: MACHINE },
    reach: { isOpen: true, addresses: [] },
  },
  {
    name: 'behind a proxy with a name: its addresses are nobody else’s business',
    ...{ host: '127.0.0.1', publicUrl: 'https://regatta.example', machine: MACHINE },
    reach: { isOpen: false, addresses: [] },
  },
];

for (const { name, host, publicUrl, machine, reach } of CASES) {
  test(name, () => {
    assert.deepEqual(reachOf({ host, port: 8080, publicUrl }, machine), reach);
  });
}

const service = await startTestService();

test('whoever is signed in learns it, nobody else', async () => {
  const browser = new Browser(service);
  assert.equal((await browser.send('GET', '/reach')).status, 401);
  const { email } = await addPerson(service.database);
  await browser.signIn(email);
  const { status, json } = await browser.send('GET', '/reach');
  assert.equal(status, 200);
  assert.equal(json.isOpen, false);
  assert.ok(Array.isArray(json.addresses));
});
