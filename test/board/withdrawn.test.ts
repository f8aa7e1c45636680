/** A crew that has withdrawn, in everything that shows the public a race. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { times } from '../support/board.ts';
import { openOffice } from '../support/office.ts';
import { startTestService } from '../support/service.ts';

const service = await startTestService();

/** The first crew of race 1 has withdrawn from it, and still rows in race 2. */
async function withdrawnOnce() {
  const office = await openOffice(service);
  const { event, write, ids } = office;
  const { races, crews } = await ids();
  await write(`/races/${races[1]}/lanes/1/withdrawn`, { withdrawn: true, reason: 'Ill, secret' });
  const page = async (path: string) => {
    const { status, text } = await service.send('GET', `/events/${event.eventId}${path}`, {
      headers: { accept: 'text/html' },
    });
    assert.equal(status, 200);
    assert.doesNotMatch(text, /secret/, 'the reason is for the office');
    return text;
  };
  return { ...office, page, crewId: crews.Amsel ?? 0 };
}

test('the page without script strikes the crew through, and says so in words', async () => {
  const { page, event } = await withdrawnOnce();
  assert.match(await page('/plain?lang=en'), /<td><s>Amsel<\/s> withdrawn<\/td>/);
  assert.match(await page('/plain?lang=de'), /<td><s>Amsel<\/s> abgemeldet<\/td>/);
  assert.match(await page('/plain?lang=fr'), /<td><s>Amsel<\/s> forfait<\/td>/);
  await event.send('PUT', '/races/r1/results', [
    { position: 2, finishTimeMillis: 400_000 },
    { position: 3, status: 'dnf' },
  ]);
  const text = await page('/plain?lang=en');
  const [, race = ''] = text.split('<h3>');
  // The race is over without the crew, which is listed last.
  assert.match(race, /<td>1<\/td><td>2<\/td>/);
  assert.match(race, /Chamäleon[\s\S]*<s>Amsel<\/s> withdrawn/);
});

test('previews of the race and of the crew say it', async () => {
  const { page, crewId } = await withdrawnOnce();
  assert.match(await page('/races/1?lang=en'), /Amsel \(withdrawn\), Biber/);
  assert.match(await page(`/crews/${crewId}?lang=en`), /Heat 1: withdrawn/);
});

test('once results are in, feed and preview of the race still say it', async () => {
  const { page, event } = await withdrawnOnce();
  await event.send('PUT', '/races/r1/results', [
    { position: 2, finishTimeMillis: 400_000 },
    { position: 3, status: 'dnf' },
  ]);
  const told = (word: string) => `1. Biber 6:40.00, Chamäleon DNF, Amsel ${word}`;
  assert.ok((await page('/races/1?lang=en')).includes(told('withdrawn')));
  assert.ok((await page('/results.atom?lang=en')).includes(`<summary>${told('withdrawn')}<`));
  const german = told('abgemeldet').replace('6:40.00', '6:40,00');
  assert.ok((await page('/results.atom?lang=de')).includes(german));
});

test('what a crew rows next, and has rowed last, is no race from which it has withdrawn', async () => {
  const { page, event, crewId } = await withdrawnOnce();
  const own = () => page(`/crews/${crewId}?lang=en`);
  assert.match(await own(), /Race 2 · Final: Sun,? 14 Jun,? 09:00/);
  await event.send('PUT', '/races/r2/results', times(400_000, 401_000));
  await event.send('PUT', '/races', [
    { externalId: 'r1', raceNumber: 1, scheduledAt: '2026-06-14T11:00:00+02:00' },
  ]);
  await event.send('PUT', '/races/r1/results', times(0, 400_000, 401_000).slice(1));
  assert.match(await own(), /Race 2 · Final: 1\. Amsel 6:40\.00.*Race 1 · Heat 1: withdrawn/);
});

test('a lane without a crew goes by the word of the board in feed and preview, not as a boat', async () => {
  const { page, event } = await withdrawnOnce();
  await event.send('PUT', '/races/r3/entries', [{ position: 1 }, { position: 2 }]);
  await event.send('PUT', '/races/r3/results', times(400_000, 401_000));
  const told = '1. Lane 1 6:40.00, 2. Lane 2 6:41.00';
  assert.ok((await page('/races/3?lang=en')).includes(told));
  assert.ok((await page('/results.atom?lang=en')).includes(told));
  assert.ok((await page('/results.atom?lang=de')).includes('1. Bahn 1 6:40,00'));
  await event.send('PUT', '/races/r3/entries', [
    { position: 1, positionLabel: '104' },
    { position: 2, positionLabel: '105' },
  ]);
  assert.ok((await page('/results.atom?lang=fr')).includes('1. N° d’étrave 104 6:40,00'));
});

test('a calendar has the race as cancelled, with the word', async () => {
  const { page, crewId } = await withdrawnOnce();
  const text = await page(`/crews/${crewId}.ics?lang=en`);
  const [, first = '', second = ''] = text.split('BEGIN:VEVENT');
  assert.match(first, /\r\nSTATUS:CANCELLED\r\n/);
  assert.match(first, /SUMMARY:Withdrawn: Race 1/);
  assert.match(first, /DESCRIPTION:Lane 1\\nWithdrawn\\n/);
  assert.doesNotMatch(second, /STATUS|Withdrawn/);
});

test('nor has it the final that the race leads to', async () => {
  const { page, crewId, ids, write } = await withdrawnOnce();
  const { races } = await ids();
  const rule = { position: 1, races: [races[1]], place: 1, fastest: null };
  const { status, text } = await write(`/races/${races[3]}/progression`, { rules: [rule] });
  assert.equal(status, 200, text);
  const summaries = async () => (await page(`/crews/${crewId}.ics?lang=en`)).match(/SUMMARY:.*/g);
  assert.deepEqual(
    (await summaries())?.map((line) => line.trim()),
    ['SUMMARY:Withdrawn: Race 1: Heat 1', 'SUMMARY:Race 2: Final'],
  );
  await write(`/races/${races[1]}/lanes/1/withdrawn`, { withdrawn: false });
  assert.match((await summaries())?.[2] ?? '', /Race 3 \(1st of race 1\)/);
});

test('the table of results says it in place of a status', async () => {
  const { page, event } = await withdrawnOnce();
  await event.send('PUT', '/races/r1/results', times(0, 400_000).slice(1));
  const rows = async (query: string) => (await page(`/results.csv${query}`)).split('\r\n');
  assert.match((await rows(''))[3] ?? '', /,Amsel,,withdrawn,/);
  assert.match((await rows('?lang=de'))[3] ?? '', /;Amsel;;abgemeldet;/);
});
