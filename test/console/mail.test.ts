/** Links that are sent by mail, through an SMTP server that receives them (console, "Links"). */
import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { beforeEach, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { Mailer } from '../../src/mail/mailer.ts';
import { readSettings } from '../../src/settings.ts';
import { updatePerson } from '../../src/storage/accounts/people.ts';
import { clubWithRoles, somebody } from '../support/club.ts';
import { visitor } from '../support/console.ts';
import { startMailServer } from '../support/mail-server.ts';
import { Browser, PASSWORD } from '../support/people.ts';
import { startTestService } from '../support/service.ts';

const mail = await startMailServer();
const environment = { SMTP_URL: mail.url, MAIL_FROM: 'Ruderclub Möwe <regatta@club.example>' };
const service = await startTestService({ ...environment, TRUSTED_PROXIES: '1' });
beforeEach(() => {
  mail.mode = 'take';
  mail.mails.length = 0;
});

let networks = 0;
/** Asks for a sign-in link, each time from another network address. */
const ask = (email: unknown, headers: Record<string, string> = {}) => {
  const from = { 'x-forwarded-for': `10.1.${Math.floor(++networks / 250)}.${networks % 250}` };
  return visitor(service).send('POST', '/links', { email }, { ...from, ...headers });
};

const linkIn = (text: string) =>
  /https:\/\/regatta\.example\/console\/[a-z-]+#([\w-]{43})/.exec(text);

test('Mail: an invitation is mailed, and the answer holds no link', async () => {
  const { admin, at } = await clubWithRoles(service, 'Möwe & Söhne\r\nBcc: x');
  const body = { role: 'member', email: 'Zoë@example.org' };
  const german = { 'accept-language': 'de-CH, en;q=0.5' };
  const made = await admin.send('POST', `${at}/invitations`, body, german);
  assert.deepEqual([made.status, made.json.link, made.json.isMailed], [201, null, true], made.text);
  const [received] = await mail.received(1);
  assert.ok(received);
  assert.deepEqual(received.to, ['zoë@example.org']);
  assert.equal(received.from, 'regatta@club.example');
  assert.match(received.head.from ?? '', /Ruderclub Möwe <regatta@club\.example>/);
  assert.equal(received.head.subject, 'Einladung: Möwe & Söhne Bcc: x');
  assert.equal(received.head.bcc, undefined);
  assert.match(received.head['content-type'] ?? '', /^text\/plain; charset=utf-8/);
  assert.equal(received.head['auto-submitted'], 'auto-generated');
  assert.match(received.text, /Sie sind eingeladen/);
  const [, token] = linkIn(received.text) ?? [];
  const person = { token, name: 'Zoë', password: PASSWORD };
  const reply = await new Browser(service).send('POST', '/links/redeem', person);
  assert.equal(reply.json.person.email, 'zoë@example.org', reply.text);
});

test('Mail: a club whose name holds an address is not named', async () => {
  const names = [
    ...['https://prize.example/claim', 'Win at prize.example', 'ask@prize.example'],
    ...['WWW.prize', 'prize．example'],
  ];
  for (const [n, name] of names.entries()) {
    const { admin, at } = await clubWithRoles(service, name);
    const body = { role: 'member', email: `named${n}@example.org` };
    await admin.send('POST', `${at}/invitations`, body, { 'accept-language': 'en' });
    const received = (await mail.received(n + 1)).at(-1);
    assert.equal(received?.head.subject, 'Invitation to a club', name);
    assert.doesNotMatch(received?.text ?? '', /prize/i);
  }
});

test('Mail: fifty invitations of a person and of a club are mailed in 24 hours, then the link is shown', async () => {
  const { admin, operator, at } = await clubWithRoles(service);
  const inviteOne = async (by: typeof admin, n: number) => {
    const body = { role: 'member', email: `many${n}@example.org` };
    const { status, json } = await by.send('POST', `${at}/invitations`, body);
    assert.equal(status, 201);
    assert.equal(json.link === null, json.isMailed);
    return json.isMailed;
  };
  for (let n = 0; n < 50; n++) assert.equal(await inviteOne(admin, n), true, String(n));
  assert.equal(await inviteOne(admin, 50), false, 'of the person and of the club');
  assert.equal(await inviteOne(operator, 51), false, 'of the club');
  await service.database.write((tx) =>
    tx
      .updateTable('links')
      .set({ created_at: Date.now() - 24 * 3_600_000 })
      .execute(),
  );
  assert.equal(await inviteOne(admin, 52), true, 'a day later');
  assert.equal((await mail.received(51)).length, 51);
});

test('Mail: without an address the link is shown', async () => {
  const { admin, at } = await clubWithRoles(service);
  const made = await admin.send('POST', `${at}/invitations`, { role: 'member' });
  assert.equal(made.json.isMailed, false);
  assert.ok(linkIn(made.json.link));
  assert.equal(mail.mails.length, 0);
});

test('Mail: where the mail server refuses, the link is shown instead', async () => {
  mail.mode = 'refuse';
  const { admin, at } = await clubWithRoles(service);
  const body = { role: 'member', email: 'refused@example.org' };
  const made = await admin.send('POST', `${at}/invitations`, body);
  assert.deepEqual([made.status, made.json.isMailed], [201, false]);
  assert.ok(linkIn(made.json.link));
});

test('Mail: a person whom an operator adds gets a link in the language of their account', async () => {
  const { operator, stranger } = await clubWithRoles(service);
  const added = { name: 'New', email: 'added@example.org' };
  const made = await operator.send('POST', '/people', added);
  assert.deepEqual([made.json.link, made.json.isMailed], [null, true]);
  await service.database.write((tx) => updatePerson(tx, stranger.userId, { language: 'fr-CA' }));
  const link = await operator.send('POST', `/people/${stranger.userId}/links`);
  assert.deepEqual([link.json.link, link.json.isMailed], [null, true]);
  const [first, second] = await mail.received(2);
  assert.match(first?.text ?? '', /Hello New,[\s\S]*one hour/);
  assert.match(second?.text ?? '', /Bonjour Stranger,[\s\S]*une heure/);
  assert.deepEqual(second?.to, [stranger.email]);
});

test('Mail: who has forgotten their password gets a link, and everybody the same answer', async () => {
  const known = await somebody(service);
  const answers = [
    await ask('unknown@example.org'),
    await ask(known.email.toUpperCase()),
    await ask('no address'),
    await ask(''),
  ];
  for (const { status, text } of answers) assert.deepEqual([status, text], [202, '{}']);
  const [received] = await mail.received(1);
  assert.deepEqual(received?.to, [known.email]);
  const [, token] = linkIn(received?.text ?? '') ?? [];
  const reply = await new Browser(service).send('POST', '/links/redeem', { token });
  assert.equal(reply.json.person.id, known.userId, reply.text);
  for (const email of [null, 7, ['a@b.c'], 'x'.repeat(300), undefined]) {
    const wrong = await ask(email);
    assert.deepEqual([wrong.status, wrong.json.field], [422, 'email']);
  }
  assert.equal(mail.mails.length, 1);
});

test('Mail: an address is sent five mails an hour, whoever asks and from wherever', async () => {
  const { operator, admin, at, stranger } = await clubWithRoles(service);
  const body = { role: 'member', email: stranger.email };
  assert.equal((await admin.send('POST', `${at}/invitations`, body)).json.isMailed, true);
  for (let times = 0; times < 20; times++) assert.equal((await ask(stranger.email)).status, 202);
  await mail.received(5);
  const link = await operator.send('POST', `/people/${stranger.userId}/links`);
  assert.equal(link.json.isMailed, false);
  assert.ok(linkIn(link.json.link), 'the operator shows it instead');
  const again = await admin.send('POST', `${at}/invitations`, body);
  assert.equal(again.json.isMailed, false);
  // Withdrawing invitations does not allow more mails.
  for (const { id } of (await admin.send('GET', `${at}/invitations`)).json.invitations) {
    await admin.send('DELETE', `${at}/invitations/${id}`);
  }
  assert.equal((await admin.send('POST', `${at}/invitations`, body)).json.isMailed, false);
  assert.equal(mail.mails.length, 5);
});

test('Mail: ten requests a minute from one address, then 429', async () => {
  const from = { 'x-forwarded-for': '192.0.2.7' };
  const statuses: number[] = [];
  for (let times = 0; times < 12; times++) {
    statuses.push((await ask('unknown@example.org', from)).status);
  }
  assert.deepEqual(statuses, [...Array(10).fill(202), 429, 429]);
});

test('Mail: a closed account and a person of another address get none', async () => {
  const { operator, stranger } = await clubWithRoles(service);
  await operator.send('DELETE', `/people/${stranger.userId}`);
  assert.equal((await ask(stranger.email)).status, 202);
  const known = await somebody(service);
  await ask(known.email);
  const [received] = await mail.received(1);
  assert.deepEqual(received?.to, [known.email]);
});

/** A separate mailer, and a function that returns its log. */
function mailer(SMTP_URL: string, timeoutMillis?: number, MAIL_FROM = 'regatta@club.example') {
  let log = '';
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      log += chunk;
      done();
    },
  });
  const { mail: settings } = readSettings({ SMTP_URL, MAIL_FROM });
  assert.ok(settings);
  return { mailer: new Mailer(settings, pino(stream), timeoutMillis), log: () => log };
}

const letter = {
  to: 'ann@example.org',
  kind: 'sign-in',
  name: 'Ann',
  link: 'https://regatta.example/console/invitation#secret-token',
  languages: [],
} as const;

test('Mail: no character of the name that mails come from is read as syntax', async () => {
  for (const [name, shown] of [
    ['Rowing club ', 'Rowing club'],
    ['Rowing club, Lake ', '"Rowing club, Lake"'],
    ['"Rowing club, Lake" ', '"Rowing club, Lake"'],
    ['Ruderclub (RC) e.V. ', '"Ruderclub (RC) e.V."'],
    ['Rowing club; juniors', '"Rowing club; juniors"'],
    ['Club: office ', '"Club: office"'],
    ['O"Neil ', '"O\\"Neil"'],
  ]) {
    mail.mails.length = 0;
    const { mailer: named } = mailer(mail.url, undefined, `${name}<regatta@club.example>`);
    assert.equal(await named.send(letter), true, name);
    await named.close();
    const [received] = await mail.received(1);
    const seen = [received?.from, received?.head.from];
    assert.deepEqual(seen, ['regatta@club.example', `${shown} <regatta@club.example>`]);
  }
});

test('Mail: a server that says nothing is given up, and a stop does not wait for it', async () => {
  mail.mode = 'hang';
  const slow = mailer(mail.url, 300);
  assert.equal(await slow.mailer.send(letter), false);
  const { mailer: stopped } = mailer(mail.url, 60_000);
  const sent = Array.from({ length: 10 }, () => stopped.send(letter));
  await delay(200);
  await stopped.close();
  assert.deepEqual(await Promise.all(sent), Array(10).fill(false));
  assert.equal(await stopped.send(letter), false);
});

test('Mail: a failure stands in the log, without the link and without the password', async () => {
  mail.mode = 'refuse';
  const wrong = mail.url.replace('hunter2', 'wrong-password');
  for (const url of [mail.url, wrong, 'smtp://maja:hunter2@127.0.0.1:1']) {
    const { mailer: failing, log } = mailer(url);
    assert.equal(await failing.send(letter), false);
    assert.match(log(), /a mail could not be sent/);
    assert.match(log(), /EENVELOPE|EAUTH|ESOCKET|ECONN/);
    assert.doesNotMatch(log(), /secret-token|hunter2|wrong-password/);
  }
});

test('Mail: a hundred wait, more are not sent', async () => {
  mail.mode = 'hang';
  const { mailer: busy, log } = mailer(mail.url, 60_000);
  const sent = Array.from({ length: 103 }, () => busy.send(letter));
  assert.equal(await sent[102], false);
  assert.match(log(), /too many mails wait/);
  await busy.close();
  await Promise.all(sent);
});
