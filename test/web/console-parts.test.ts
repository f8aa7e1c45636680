/** The small decisions of the console's pages: paths, drafts, zones, problems, what needs attention. */
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { test } from 'node:test';
import { canUsePasskeys } from '../../web/src/console/account/passkey-availability.ts';
import { copiedPlace } from '../../web/src/console/copied-place.ts';
import { attentionTo } from '../../web/src/console/documents/attention.ts';
import {
  changed,
  holding,
  readDraft,
  unsaved,
  withoutSecrets,
} from '../../web/src/console/drafts.ts';
import { effectOf, rangesOf } from '../../web/src/console/office/overview/edit-effect.ts';
import {
  asksForProof,
  fieldText,
  otherErrors,
  problemText,
  readProblem,
} from '../../web/src/console/problems.ts';
import { afterSignIn, pageAt, partPath } from '../../web/src/console/routing.ts';
import { consoleWords } from '../../web/src/console/words/console.ts';
import { attentionWords } from '../../web/src/console/words/office-overview.ts';
import { racesWords } from '../../web/src/console/words/office-races.ts';
import { exactZone, searchZones, zoneLabel } from '../../web/src/console/zones.ts';
import { later as laterFr } from '../../web/src/shared/words/later-translations/later-fr.ts';
import { board as boardFr } from '../../web/src/shared/words/translations/fr.ts';
import { inLanguage, textsOf } from './boards.ts';

const en = consoleWords.value;
const de = inLanguage(consoleWords, 'de');
const fr = inLanguage(consoleWords, 'fr');

test('a path says which page it is, also below a path of a proxy', () => {
  const cases: [path: string, base: string, page: object][] = [
    ['/console', '/', { kind: 'home' }],
    ['/console/', '/', { kind: 'home' }],
    ['/console/sign-in', '/', { kind: 'sign-in' }],
    ['/console/events/new', '/', { kind: 'new-event' }],
    ['/console/events/12', '/', { kind: 'event', eventId: 12 }],
    ['/console/events/0', '/', { kind: 'unknown' }],
    ['/console/events/12/crews', '/', { kind: 'event', eventId: 12, part: 'crews' }],
    ['/console/events/12/hand-outs/', '/', { kind: 'event', eventId: 12, part: 'hand-outs' }],
    ['/console/events/12/races/7', '/', { kind: 'event', eventId: 12, part: 'races', raceId: 7 }],
    ['/console/events/12/crews/7', '/', { kind: 'unknown' }],
    ['/console/events/12/overview', '/', { kind: 'unknown' }],
    ['/console/events/12/races/0', '/', { kind: 'unknown' }],
    ['/console/clubs/3/', '/', { kind: 'club', clubId: 3 }],
    ['/console/clubs/x', '/', { kind: 'unknown' }],
    ['/console/account/keys/ro_4fT0aB', '/', { kind: 'key', keyPrefix: 'ro_4fT0aB' }],
    ['/console/account/keys/a b', '/', { kind: 'unknown' }],
    ['/regatta/console/people', '/regatta/', { kind: 'people' }],
    ['/regatta/console/installation', '/regatta/', { kind: 'installation' }],
    ['/console/people', '/regatta/', { kind: 'unknown' }],
    ['/events/12', '/', { kind: 'unknown' }],
    ['/console/toString', '/', { kind: 'unknown' }],
  ];
  for (const [path, base, page] of cases) assert.deepEqual(pageAt(path, base), page, path);
});

test('the path of a part leads to it', () => {
  const cases: [path: string, part: Parameters<typeof partPath>][] = [
    ['events/7', [7, 'overview']],
    ['events/7/day', [7, 'day']],
    ['events/7/races', [7, 'races', null]],
    ['events/7/races/12', [7, 'races', 12]],
  ];
  for (const [path, part] of cases) {
    assert.equal(partPath(...part), path);
    assert.notEqual(pageAt(`/console/${path}`, '/').kind, 'unknown');
  }
});

test('signing in leads to the page that was wanted, and to no other site', () => {
  const cases: [wanted: string | null, target: string][] = [
    [null, '/console'],
    ['/console/events/7', '/console/events/7'],
    ['/console/account?a=b#keys', '/console/account?a=b#keys'],
    ['/console/invitation', '/console/invitation'],
    ['/console/sign-in', '/console'],
    ['//evil.example/console', '/console'],
    ['https://evil.example/console', '/console'],
    ['/console.evil.example', '/console'],
    ['/events/7', '/console'],
  ];
  for (const [wanted, target] of cases) assert.equal(afterSignIn(wanted, '/'), target, `${wanted}`);
});

test('a draft holds what differs from what is stored, and nothing secret', () => {
  const stored = { name: 'Ann', trial: false, password: '' };
  const once = changed(stored, {}, 'name', 'Anna');
  assert.deepEqual(once, { name: 'Anna' });
  assert.deepEqual(changed(stored, once, 'name', 'Ann'), {}, 'as it was');
  const both = changed(stored, once, 'password', 'secret');
  assert.deepEqual(withoutSecrets(both, ['password']), { name: 'Anna' });
  assert.deepEqual(
    unsaved({ name: 'Annabel', trial: true }, { ...stored, name: 'Anna', trial: true }),
    { name: 'Annabel' },
    'what was typed after it was sent is kept',
  );
});

test('of one thing the page speaks in the singular', () => {
  const races = inLanguage(racesWords, 'fr');
  const { steps } = inLanguage(attentionWords, 'fr');
  const cases: [said: string, pattern: RegExp][] = [
    [steps.count.races(1, 1), /^1 course sur 1$/],
    [steps.count.races(2, 3), /^2 courses sur 3$/],
    [races.rowed(1, 20), /^1 courue sur 20$/],
    [races.partAsked(1, 6), /^1 couloir sur 6 a un résultat/],
    [races.partAsked(2, 6), /^2 couloirs sur 6 ont un résultat/],
    [races.ofBows.partAsked(1, 6), /^1 étrave sur 6 a un résultat/],
    [en.event.delayNow('Sat', 10, 1, 0), /applied to 1 race, and will to 0\.$/],
    [en.event.delayNow('Sat', 10, 3, 1), /applied to 3 races, /],
    [fr.event.delayNow('sam.', 10, 1, 0), /pour 1 course, /],
  ];
  for (const [said, pattern] of cases) assert.match(said, pattern);
});

test('a held field stands as it is shown once something else is typed', () => {
  const shown = { race: '12', at: '', until: '' };
  // The proposed race has changed, because race 12 has started meanwhile.
  const later = { ...shown, race: '13' };
  type Draft = Partial<typeof shown>;
  const typing = (initial: typeof shown, before: Draft, field: keyof Draft, value: string) => {
    const changes = changed(initial, before, field, value);
    return holding(changes, initial, { ...initial, ...changes }, ['race']);
  };
  const cases: [why: string, draft: Draft, expected: Draft][] = [
    ['another field is typed', typing(shown, {}, 'at', '11:25'), { race: '12', at: '11:25' }],
    [
      'it stays when what is stored has moved on',
      typing(later, { race: '12', at: '11:2' }, 'at', '11:25'),
      { race: '12', at: '11:25' },
    ],
    ['all is as it was', typing(shown, { race: '12', at: '11:25' }, 'at', ''), {}],
    ['what differs is a draft', typing(later, { race: '12', at: '1' }, 'at', ''), { race: '12' }],
    ['the one that is stored is chosen', typing(later, { race: '12' }, 'race', '13'), {}],
    [
      'the same while something else is typed',
      typing(later, { race: '12', at: '11:25' }, 'race', '13'),
      { race: '13', at: '11:25' },
    ],
    ['another one is chosen', typing(shown, {}, 'race', '14'), { race: '14' }],
    [
      'saved, and something typed meanwhile',
      holding({ until: 'noon' }, later, { race: '12', at: '11:25', until: 'noon' }, ['race']),
      { race: '12', until: 'noon' },
    ],
    ['saved, and nothing typed', holding({}, later, { ...shown, at: '11:25' }, ['race']), {}],
  ];
  for (const [why, draft, expected] of cases) assert.deepEqual(draft, expected, why);
});

test('a copy takes over the place of the earlier regatta, except what somebody has typed', () => {
  const here = { timezone: 'Europe/Berlin', city: '', countryCode: '' };
  const lucerne = { timezone: 'Europe/Zurich', city: 'Luzern', countryCode: 'CH' };
  const henley = { timezone: 'Europe/London', city: 'Henley', countryCode: 'GB' };
  const unknown = { timezone: '', city: '', countryCode: '' };
  type Place = typeof here;
  type Choice = Place | undefined;
  const cases: [why: string, shown: Place, before: Choice, chosen: Choice, expected: Place][] = [
    ['nothing was typed', here, undefined, lucerne, lucerne],
    ['another regatta', lucerne, lucerne, henley, henley],
    ['none after all', lucerne, lucerne, undefined, here],
    ['its zone is not known', here, undefined, unknown, unknown],
    [
      'a city was typed',
      { ...here, city: 'Thun' },
      undefined,
      lucerne,
      { ...lucerne, city: 'Thun' },
    ],
    [
      'a zone was corrected after the first choice',
      { ...lucerne, timezone: 'Europe/Paris' },
      lucerne,
      henley,
      { ...henley, timezone: 'Europe/Paris' },
    ],
  ];
  for (const [why, shown, before, chosen, expected] of cases)
    assert.deepEqual(copiedPlace(shown, here, before, chosen), expected, why);
});

test('a kept draft is read with care', () => {
  const stored = { name: 'Ann', trial: false };
  assert.deepEqual(readDraft('{"name":"Anna","trial":true}', stored), {
    name: 'Anna',
    trial: true,
  });
  assert.deepEqual(readDraft('{"name":7,"other":"x","__proto__":{}}', stored), {});
  for (const text of [null, '', 'null', '[1]', '"x"', '{']) {
    assert.deepEqual(readDraft(text, stored), {}, `${text}`);
  }
});

test('zones are found by city and region, in any case and without accents', () => {
  const zones = [
    'Europe/Berlin',
    'America/New_York',
    'America/Argentina/Buenos_Aires',
    'Asia/York',
  ];
  const cases: [typed: string, found: string[]][] = [
    ['new yor', ['America/New_York']],
    ['york', ['Asia/York', 'America/New_York']],
    ['BUÉNOS', ['America/Argentina/Buenos_Aires']],
    ['berlin europe', ['Europe/Berlin']],
    ['America/New_York', ['America/New_York']],
    ['nowhere', []],
  ];
  for (const [typed, found] of cases) assert.deepEqual(searchZones(zones, typed, 8), found, typed);
  assert.equal(searchZones(zones, '', 2).length, 2);
  assert.equal(exactZone(zones, 'america/new york'), 'America/New_York');
  assert.equal(exactZone(zones, ' Mars '), 'Mars');
  assert.equal(zoneLabel('America/New_York'), 'New York (America)');
  assert.equal(zoneLabel('UTC'), 'UTC');
});

test('a problem is said in the words of the reader, by code and field', () => {
  const problem = readProblem(
    {
      code: 'validation_failed',
      detail: 'two wrong properties',
      errors: [
        { field: 'email', detail: 'must be an e-mail address' },
        { field: 'name', detail: 'must not be empty' },
        { field: 'clubId', detail: 'must be an integer' },
      ],
    },
    null,
  );
  assert.equal(problemText(problem, en), en.problems.invalid);
  assert.equal(fieldText(problem, 'email', de), de.problems.badEmail);
  assert.equal(fieldText(problem, 'name', de), de.problems.required);
  assert.equal(fieldText(problem, 'password', de), undefined);
  assert.deepEqual(otherErrors(problem, ['email', 'name']), ['clubId: must be an integer']);
  const unknown = readProblem(
    { code: 'validation_failed', errors: [{ field: 'label', detail: 'must not sing' }] },
    null,
  );
  assert.equal(fieldText(unknown, 'label', de), 'must not sing', 'else the words of the service');
  assert.equal(fieldText(unknown, 'label', de, 'Nicht singen.'), 'Nicht singen.', 'of the page');
  assert.equal(fieldText(problem, 'name', de, 'Nicht singen.'), de.problems.required);
});

test('what is wrong with a password has words of its own', () => {
  const cases: [field: string, detail: string, text: string][] = [
    ['password', 'is required', en.problems.required],
    ['next', 'must have at least 10 characters', en.problems.tooShort(10)],
    ['password', 'must have at most 128 characters', en.problems.tooLong(128)],
    ['next', 'is a common password, which attackers try first', en.problems.commonPassword],
    ['current', 'is not the password', en.problems.wrongPassword],
  ];
  for (const [field, detail, text] of cases) {
    const problem = readProblem({ code: 'validation_failed', errors: [{ field, detail }] }, null);
    assert.equal(fieldText(problem, field, en), text, detail);
  }
});

test('a limit says when to try again; words of a page come first', () => {
  const limited = readProblem({ code: 'rate_limited' }, '8');
  assert.equal(problemText(limited, en), en.problems.rateLimited(8));
  const conflict = readProblem({ code: 'conflict', detail: 'The address is taken.' }, null);
  assert.equal(problemText(conflict, en), 'The address is taken.');
  assert.equal(problemText(conflict, en, { conflict: 'Own words.' }), 'Own words.');
  assert.equal(problemText(readProblem(undefined, null), en), en.problems.failed);
});

test('a fresh proof is asked for only where it helps', () => {
  const of = (code: string, detail: string) => asksForProof(readProblem({ code, detail }, null));
  assert.ok(of('forbidden', 'This needs a fresh proof: POST /console/api/session/proof.'));
  assert.ok(!of('forbidden', 'Your role is too low.'));
  assert.ok(!of('conflict', '/session/proof'));
});

test('passkeys need a secure page with a name', () => {
  const here = { isSecure: true, hostname: 'localhost', hasInterface: true };
  assert.ok(canUsePasskeys(here));
  assert.ok(canUsePasskeys({ ...here, hostname: 'regatta.example' }));
  assert.ok(!canUsePasskeys({ ...here, hostname: '127.0.0.1' }));
  assert.ok(!canUsePasskeys({ ...here, hostname: '[::1]' }));
  assert.ok(!canUsePasskeys({ ...here, isSecure: false }));
  assert.ok(!canUsePasskeys({ ...here, hasInterface: false }));
});

test('regattas that are not published in time need attention', () => {
  const event = (startDate: string, endDate = startDate, more = {}) => ({
    startDate,
    endDate,
    timezone: null,
    scheduleStatus: null,
    trial: false,
    archived: false,
    ...more,
  });
  const [past, on, soon, later] = [
    event('2026-06-01'),
    event('2026-06-12', '2026-06-14'),
    event('2026-06-14'),
    event('2026-07-30'),
  ];
  const trial = event('2026-06-14', '2026-06-14', { trial: true });
  const published = event('2026-06-15', '2026-06-15', { scheduleStatus: 'published' });
  const all = [later, past, published, soon, trial, on];
  const today = () => '2026-06-13';
  assert.deepEqual(attentionTo(all, today), [
    { event: on, days: -1 },
    { event: soon, days: 1 },
  ]);
});

test('the effect of a change is said in as few lines as hold it', () => {
  const race = (raceNumber: number) => ({ raceId: raceNumber, raceNumber });
  const days = { from: '2026-06-13', to: '2026-06-12' };
  const effect = effectOf({
    moved: [
      { ...race(1), ...days },
      { ...race(2), ...days },
    ],
    outside: [{ ...race(2), day: '2026-06-12' }],
    delays: [
      { venueDay: '2026-06-13', delayMinutes: 10, raceCountBefore: 4, raceCountAfter: 2 },
      { venueDay: '2026-06-14', delayMinutes: 5, raceCountBefore: 3, raceCountAfter: 3 },
    ],
  } as unknown as Parameters<typeof effectOf>[0]);
  assert.deepEqual(effect.moved, [{ ...days, numbers: ['1', '2'] }]);
  assert.deepEqual(effect.outside, [{ day: '2026-06-12', numbers: ['2'] }]);
  assert.deepEqual(
    effect.delays.map(({ venueDay }) => venueDay),
    ['2026-06-13'],
  );
  const moved = [
    { ...race(2), ...days },
    { ...race(3), ...days },
  ];
  const printed = effectOf({ moved, outside: [], delays: [] } as never, [
    { id: 2, raceNumber: 2, printedNumber: '1A' },
    { id: 3, raceNumber: 3, printedNumber: '2' },
  ]);
  assert.deepEqual(printed.moved[0]?.numbers, ['1A', '2'], 'as they are printed');
  const ranges: [numbers: string[], text: string][] = [
    [['7', '3', '1', '2', '4'], '1–4, 7'],
    [['5'], '5'],
    [['1', '1A', '2', '3'], '1, 1A, 2, 3'],
    [['12', '12', '13'], '12–13'],
  ];
  for (const [numbers, text] of ranges) assert.equal(rangesOf(numbers), text);
  assert.ok(!effect.isEmpty);
  assert.ok(effectOf({ moved: [], outside: [], delays: [] } as never).isEmpty);
});

test('no sign of a French sentence begins a line, and no quotation mark ends one: on pages, in messages and mails', async () => {
  const texts = await frenchTexts();
  for (const sign of [':', ';', '?', '»']) {
    assert.ok(texts.some((text) => text.includes(`\u00a0${sign}`)));
  }
  for (const text of texts) assert.doesNotMatch(text, / [:;?!»]|« /);
});

test('French has a word of its own for closing, and for not doing it after all', () => {
  assert.notEqual(fr.cancel, fr.close);
});

/** French words that mean something else in rowing or are ambiguous, and what replaces them. */
const NOT_IN_FRENCH: readonly (readonly [word: RegExp, instead: string])[] = [
  [
    /(?<!\p{L})annuler(?! (?:(?:la|les) (?:course|x)|\d))/iu,
    'fermer, défaire; only races are cancelled',
  ],
  [/(?<!\p{L})abandonne/iu, 'effacer la saisie; a crew that stops is an abandon'],
  [/(?<!\p{L})tir(?:er|age|ée?)s?(?!\p{L})/iu, 'attribuer les couloirs'],
  [/(?<!\p{L})équipages barrés/iu, 'équipages rayés; a boat with a cox is barré'],
  [/(?<!\p{L})hors concours/iu, 'hors course'],
  [/(?<!\p{L})dossard/iu, 'numéro d’étrave'],
  [/(?<!\p{L})raison(?!\p{L})/iu, 'motif'],
  [/(?<!\p{L})affiches/iu, 'documents'],
  [/(?<!\p{L})plus de course/iu, 'aucune autre course'],
  [/(?<!\p{L})ce que je suis/iu, 'mes suivis; it is “what I am”, too'],
  [/(?<!\p{L})disqualification/iu, 'disqualifié'],
  [/l’horaire (?:est|de nouveau)/iu, 'le programme'],
  [/QR code/u, 'code QR'],
];

test('French calls each thing by one word, that of the sport', async () => {
  const texts = await frenchTexts();
  for (const text of texts) {
    for (const [word, instead] of NOT_IN_FRENCH) assert.doesNotMatch(text, word, instead);
  }
});

test('French has the singular where there is one', () => {
  const one = [boardFr.partlyIn(1, 6), laterFr.moreCrews(1)];
  assert.deepEqual(one, ['1 résultat sur 6', 'et 1 autre\u00a0: précisez le nom']);
});

/** All French texts: of the public pages, the console, the plain pages, calendars, messages and mails. */
async function frenchTexts(): Promise<string[]> {
  const files = globSync('{src,web/src}/**/words/**/{later-,}fr.ts');
  const words = await Promise.all(files.map((file) => import(`../../${file}`)));
  return words.flatMap((exported) => textsOf({ ...exported }));
}
