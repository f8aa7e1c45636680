/** Public pages, the words that their script loads, tables, feeds and calendars in each language of the service. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LANGUAGE_CODES, LANGUAGES, type Language } from '../../src/words/languages.ts';
import { pageWords, sharedWords } from '../../src/words/words.ts';
import { published, times } from '../support/board.ts';
import { startTestService } from '../support/service.ts';

const service = await startTestService();
const event = await published(service);
await event.send('PUT', '/races/r1/results', times(412_700, 410_000, 415_000));
const { crews } = (await event.board()).json;
const crewId: number = crews.find(({ name }: { name: string }) => name === 'Amsel')?.id;

async function get(path: string, headers: Record<string, string> = { accept: 'text/html' }) {
  const reply = await service.send('GET', `/events/${event.eventId}${path}`, { headers });
  assert.equal(reply.status, 200, path);
  return reply.text;
}

for (const code of LANGUAGE_CODES) {
  describe(`in ${code}`, () => {
    test('pages are delivered with the words of their script, and of no other language', async () => {
      for (const path of ['', '/display', '/print', '/embed', '/races/1']) {
        const page = await get(`${path}?lang=${code}`);
        assert.match(page, new RegExp(`<html lang="${code}">`));
        const locale = LANGUAGES[code].locale.replace('-', '_');
        assert.match(page, new RegExp(`property="og:locale" content="${locale}"`));
        assert.ok(page.includes(pageWords(code).needsScript));
        const loaded = [...page.matchAll(/<script type="module" src="(\.\/[^"]*)"><\/script>/g)];
        assert.equal(loaded.length, code === 'en' ? 0 : 1, path);
        for (const [, href = ''] of loaded) {
          assert.match(href, new RegExp(`^\\./assets/${code}-`));
          const { status, text } = await service.send('GET', href.slice(1));
          assert.equal(status, 200);
          assert.ok(text.includes(sharedWords(code).withdrawn));
        }
      }
    });

    test('a browser that likes it best gets it', async () => {
      const headers = { accept: 'text/html', 'accept-language': `${code}, xx;q=0.8` };
      assert.match(await get('/plain', headers), new RegExp(`<html lang="${code}">`));
    });

    test('table and feed have its words', async () => {
      const table = await get(`/results.csv?lang=${code}`);
      const { columns } = pageWords(code);
      const separator = sharedWords(code).decimalMark === ',' ? ';' : ',';
      assert.ok(table.includes([columns.place, columns.lane, columns.crew].join(separator)));
      const feed = await get(`/results.atom?lang=${code}`);
      assert.match(feed, new RegExp(`xml:lang="${code}"`));
      assert.ok(feed.includes(pageWords(code).results('Spring regatta')));
    });
  });
}

/** For crew Amsel, second in race 1: its preview, a line of the page without script, a pattern of its calendar. */
const SAID: Partial<Record<Language, readonly [string, string, RegExp]>> = {
  nl: [
    'Race 1 · Heat 1: 1. Biber 6:50,00, 2. Amsel 6:52,70, 3. Chamäleon 6:55,00',
    '<th scope="col">Plaats</th><th scope="col">Baan</th><th scope="col">Ploeg</th>',
    /Gepland: 13 jun 2026.*Uitslag: 2e plaats\\, 6:52\\,70/,
  ],
  it: [
    'Gara 1 · Heat 1: 1. Biber 6:50,00, 2. Amsel 6:52,70, 3. Chamäleon 6:55,00',
    '<th scope="col">Posto</th><th scope="col">Corsia</th><th scope="col">Equipaggio</th>',
    /Prevista: 13 giu 2026.*Risultato: 2º posto\\, 6:52\\,70/,
  ],
};

for (const [code, [preview, head, entry]] of Object.entries(SAID)) {
  test(`a crew is told its result in ${code}`, async () => {
    const page = await get(`/crews/${crewId}?lang=${code}`);
    assert.ok(page.includes(preview), /og:description.*/.exec(page)?.[0]);
    assert.ok((await get(`/plain?lang=${code}`)).includes(head));
    const calendar = (await get(`/crews/${crewId}.ics?lang=${code}`)).replaceAll('\r\n ', '');
    assert.match(calendar, entry);
  });
}
