/** Short names of races: whole if they fit, measured in pixels; shortened ones still differ from each other. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';
import { regattaPush } from '../../regattas/push-plan.ts';
import { loadRegatta } from '../../regattas/regatta.ts';
import type { BoardRace } from '../../src/contract/board.ts';
import { readFiles } from '../../src/exchange/reading/read-files.ts';
import type { ReadRace } from '../../src/exchange/reading/reading.ts';
import { fitsLines } from '../../web/src/shared/page/text-lines.ts';
import {
  type Fits,
  numbered,
  shortNames,
  unsaidParts,
  wholeNames,
  withoutOrphan,
} from '../../web/src/shared/race/race-title.ts';
import { race } from './boards.ts';

/** The width of a text in pixels, about that of bold letters on a page. */
const widthOf = (text: string) =>
  Array.from(text, (letter) =>
    /[ijl.,'’ |I:·]/.test(letter) ? 5.5 : /[mwMW…\u2e80-\u9fff]/.test(letter) ? 16 : 10,
  ).reduce((sum, width) => sum + width, 0);

/** The rooms for a name: in the strip and in a row, on phones and on a tablet. */
const ROOMS: Record<string, Fits> = {
  ...Object.fromEntries(
    [320, 360, 390].flatMap((width): [string, Fits][] => [
      [
        `the strip at ${width} px`,
        (name, of) =>
          fitsLines(numbered(of, name), { count: 2, pixels: width - 32, indentPixels: 0 }, widthOf),
      ],
      [
        `a row at ${width} px`,
        (name) => fitsLines(name, { count: 2, pixels: width - 146, indentPixels: 32 }, widthOf),
      ],
    ]),
  ),
  'the strip of a phone': (name, of) =>
    fitsLines(numbered(of, name), { count: 2, pixels: 328, indentPixels: 0 }, widthOf),
  'a row of a phone': (name) =>
    fitsLines(name, { count: 2, pixels: 215, indentPixels: 32 }, widthOf),
  'the strip of a tablet': (name, of) =>
    fitsLines(numbered(of, name), { count: 2, pixels: 240, indentPixels: 0 }, widthOf),
  'a row of a tablet': (name) =>
    fitsLines(name, { count: 2, pixels: 650, indentPixels: 32 }, widthOf),
};

const SAMPLES = 'test/exchange/samples';
const AT = '2026-06-13T09:00:00Z';
type Given = Partial<BoardRace>;
const racesOf = (given: readonly Given[]) => given.map((one, index) => race(index + 1, AT, one));
const namesOf = (given: readonly Given[], fits: Fits) => [
  ...shortNames(racesOf(given), fits).values(),
];
/** Single lines, which are less room than any page has, so that real names have to be shortened. */
const line: Fits = (name, of) => widthOf(numbered(of, name)) <= 328;
const word: Fits = (name) => widthOf(name) <= 130;
const strip = ROOMS['the strip of a phone'] ?? assert.fail();
const row = ROOMS['a row of a phone'] ?? assert.fail();
const everything: Fits = () => true;

const LIGHT = "Lightweight Women's Double Sculls";
const CASES: [what: string, given: Given[], fits: Fits, names: string[]][] = [
  ['a title that fits', [{ title: "Women's 4x" }], line, ["Women's 4x"]],
  [
    'a round that the title does not say',
    [{ title: 'Women 8+', round: 'Heat 2' }],
    line,
    ['Women 8+ Heat 2'],
  ],
  [
    'one that it says',
    [{ title: 'Women 8+, Heat 2', round: 'Heat 2' }],
    line,
    ['Women 8+, Heat 2'],
  ],
  [
    'one that it says in brackets',
    [{ title: 'Women 8+ (Heat 2)', round: 'heat 2' }],
    line,
    ['Women 8+ (Heat 2)'],
  ],
  [
    'one that goes on where the title ends',
    [{ title: 'Femmes 2x Finale', round: 'Finale A' }],
    line,
    ['Femmes 2x Finale A'],
  ],
  [
    'no title',
    [{ divisionLabel: 'Women', boatClass: '8+', round: 'Heat 1' }],
    line,
    ['Women 8+ Heat 1'],
  ],
  ['nothing', [{}], line, ['']],
  [
    'a class that says who rows, with the number of the heat',
    [{ title: `${LIGHT}, Repechage 2`, boatClass: 'LW2x', round: 'Repechage 2' }],
    line,
    ['LW2x Repechage 2'],
  ],
  [
    'a round without the number that the title has',
    [1, 2].map((heat) => ({ title: `${LIGHT} Heat ${heat}`, boatClass: 'LW2x', round: 'Heat' })),
    line,
    ["Ligh. Women's Doub. Sculls Heat 1", "Ligh. Women's Doub. Sculls Heat 2"],
  ],
  [
    'a class and a round that another race has, too',
    ['Juniors', 'Masters'].map((who) => ({
      title: `${LIGHT} of the ${who} Final`,
      boatClass: 'LW2x',
      round: 'Final',
    })),
    row,
    ["Li. Women's Do. Sc. of the Juniors Final", "Li. Women's Do. Sc. of the Masters Final"],
  ],
  [
    'words with digits, and those for women and girls',
    [{ title: 'Womens Junior Kayak Singles K-1 1000m Final' }],
    line,
    ['Womens Ju. Ka. Si. K-1 1000m Fi.'],
  ],
  [
    'two lines before anything is cut',
    [{ title: "Women's Junior Varsity Eight Heat 1" }],
    row,
    ["Women's Junior Varsity Eight Heat 1"],
  ],
  [
    'two lines of the strip, too',
    [{ title: `${LIGHT} Heat 1`, boatClass: 'LW2x', round: 'Heat 1' }],
    strip,
    [`${LIGHT} Heat 1`],
  ],
  [
    'a word that is longer than a line',
    [{ title: 'Leichtgewichtsdoppelzweier' }],
    row,
    ['…gewichtsdoppelzweier'],
  ],
  [
    'a word with a hyphen that is longer than a line, with what follows it',
    ['A', 'B'].map((letter) => ({
      title: `Leichtgewichts-Frauen-Doppelzweier U23 Finale ${letter}`,
      ...{ boatClass: 'SF 2x A LG', round: `Finale ${letter}` },
    })),
    row,
    ['Leic.-Frauen-Dopp. U23 Finale A', 'Leic.-Frauen-Dopp. U23 Finale B'],
  ],
  [
    'races that differ in their last letter, where a word that is never cut is longer than a line',
    ['A', 'B'].map((letter) => ({
      title: `Juniorinnendoppelvierer mit Steuerfrau, Leistungsklasse 2 Finale ${letter}`,
    })),
    row,
    ['Juniorinnendoppelvierer…2…A', 'Juniorinnendoppelvierer…2…B'],
  ],
  [
    'words without blanks between them',
    [{ title: `${'東'.repeat(20)}決勝A2` }],
    row,
    [`${'東'.repeat(20)}決勝A2`],
  ],
  [
    'one word with a digit',
    [{ title: 'Kajakeinerwettkampf1000m' }],
    word,
    ['Kajakeinerwettkampf1000m'],
  ],
  ['one word for women', [{ title: 'Frauendoppelvierer' }], word, ['Frauendoppelvierer']],
  [
    'words that are never cut, among others',
    [{ title: 'Womens Junior Kayaking K-1' }],
    word,
    ['Womens…K-1'],
  ],
  [
    'words that are never cut, where nothing else is left',
    [{ title: 'Womens K-1 1000m' }],
    word,
    ['Womens K-1 1000m'],
  ],
  [
    'races that differ at the beginning of a long word',
    ['女子', '男子'].map((who) => ({ title: `${who}${'東'.repeat(60)}決勝` })),
    word,
    ['女…東東東東決勝', '男…東東東東決勝'],
  ],
  [
    'the number of the race at the beginning of the titles',
    [
      { title: '1 Women 8+' },
      { title: 'Race 2: Men 8+' },
      { title: '#16A - Girls 4x', number: '16A' },
    ],
    line,
    ['Women 8+', 'Men 8+', 'Girls 4x'],
  ],
  [
    'a number that only one title begins with',
    [{ title: '1. Vorlauf' }, { title: 'Finale' }, { title: 'Kleines Finale' }],
    line,
    ['1. Vorlauf', 'Finale', 'Kleines Finale'],
  ],
];

for (const [what, given, fits, names] of CASES) {
  test(`the short name of ${what}`, () => {
    assert.deepEqual(namesOf(given, fits), names);
  });
}

test('a title without spaces keeps its end', () => {
  const [name = ''] = namesOf([{ title: `${'東'.repeat(60)}決勝` }], line);
  assert.match(name, /^…東+決勝$/);
  assert.ok(line(name, { number: '1' }));
});

test('parts that a name says, with or without marks, are not said again', () => {
  const of = race(1, AT, { title: 'Women 8+ (Heat 2)', divisionLabel: 'Women', round: 'Heat 2' });
  assert.deepEqual(unsaidParts(of, 'Women 8+ (Heat 2)'), []);
  assert.deepEqual(unsaidParts(of, 'Women 8+'), ['Heat 2']);
});

const PROGRAMMES: Record<string, Given[]> = {
  ...Object.fromEntries(
    (['hebda-cup-2023', 'wy-hi-2023'] as const).map((name) => [
      name,
      regattaPush(loadRegatta(name)).races,
    ]),
  ),
  'a world cup': worldCup(),
  'a world cup whose rounds have no numbers': worldCup().map((one) => ({
    ...one,
    round: (one.round ?? '').replace(/ [A-D\d].*$/, ''),
  })),
  'a canoe regatta': canoeRegatta(),
  'a German regatta': germanRegatta(),
  'a German regatta with divisions and classes': germanDivisions(),
  ...foreignRegattas(),
};

test('the files of other programs are among the programmes', () => {
  const names = Object.keys(PROGRAMMES).join();
  for (const part of ['lynx.evt', 'lineup.csv', 'meldungen', 'boats.csv', 'xlsx'])
    assert.ok(names.includes(part), part);
});

for (const [name, given] of Object.entries(PROGRAMMES)) {
  for (const [room, fits] of [...Object.entries(ROOMS), ['one line', line] as const]) {
    test(`no two races of ${name} have one name in ${room}, and each keeps its last number`, () => {
      for (const some of [given, given.map(({ title }) => ({ title: title ?? null }))]) {
        const races = racesOf(some);
        const wholes = wholeNames(races);
        const names = shortNames(races, fits);
        const whoseName = new Map<string, string>();
        for (const of of races) {
          const [short = '', whole = ''] = [names.get(of.id), wholes.get(of.id)];
          assert.equal(short === '', whole === '');
          assert.equal(whoseName.get(short) ?? whole, whole, `${short} is two races`);
          whoseName.set(short, whole);
          const last = whole.match(/\d+/g)?.at(-1);
          if (last) assert.ok(short.match(/\d+/g)?.includes(last), `${whole} became ${short}`);
        }
      }
    });
  }
}

test('the races of one class are named alike: in full, or all of them by class and round', () => {
  const title = 'Junioren-B-Doppelvierer mit Steuermann';
  const heats = [9, 10, 11].map((raceNumber): Given => {
    const round = `Vorlauf ${raceNumber - 8}`;
    return { raceNumber, number: String(raceNumber), title, boatClass: 'JM4x+', round };
  });
  const others: Given[] = [{ title: 'Frauen-Einer', boatClass: 'W1x', round: 'Vorlauf 1' }];
  const besideOneDigit: Fits = (name, { number }) => name.length + number.length <= 49;
  assert.deepEqual(namesOf([...heats, ...others], besideOneDigit), [
    ...['JM4x+ Vorlauf 1', 'JM4x+ Vorlauf 2', 'JM4x+ Vorlauf 3'],
    'Frauen-Einer Vorlauf 1',
  ]);
});

test('where there is room enough every name is whole', () => {
  for (const given of Object.values(PROGRAMMES)) {
    const races = racesOf(given);
    assert.deepEqual(shortNames(races, everything), wholeNames(races));
  }
});

/** By file: the races of each sample of another program from which an import would make several races. */
function foreignRegattas(): Record<string, Given[]> {
  const event = {
    timeZone: null,
    startDate: '2026-06-13',
    endDate: '2026-06-14',
    hasNoRaces: true,
  };
  const paths = globSync('**/*.{csv,tsv,xlsx,json,xml,evt}', { cwd: SAMPLES }).sort();
  return Object.fromEntries(
    paths.flatMap((path) => {
      const beside = path.endsWith('.evt') ? ['sch', 'ppl'] : [];
      const files = [path, ...beside.map((end) => path.replace(/evt$/, end))].map((each) => {
        return { name: basename(each), bytes: readFileSync(`${SAMPLES}/${each}`) };
      });
      const read = readFiles({ files, answers: {}, event });
      const races = 'files' in read ? (read.files[0]?.read.reading?.races ?? []) : [];
      return races.length < 2 ? [] : [[path, races.map(givenOf)]];
    }),
  );
}

function givenOf({ printed, title, boatClass, round, divisionLabel }: ReadRace): Given {
  return { ...(printed ? { number: printed } : {}), title, boatClass, round, divisionLabel };
}

/** Races with the names of a canoe regatta. */
function canoeRegatta(): Given[] {
  const who = ['Womens', 'Mens', 'Girls', 'Boys'];
  const ages = ['Junior', 'Juvenile', 'Under 23', 'Masters', 'Peewee'];
  const boats = ['K-1', 'K-2', 'C-1', 'C-2', 'War Canoe C-15'];
  return who.flatMap((sex) =>
    ages.flatMap((age) =>
      boats.flatMap((boat) =>
        ['200m', '500m', '1000m'].map((distance) => ({
          title: `${sex} ${age} ${boat} ${distance}`,
        })),
      ),
    ),
  );
}

/** Races with the names of German regattas. */
function germanRegatta(): Given[] {
  const who = [
    'Frauen',
    'Männer',
    'Juniorinnen A',
    'Junioren A',
    'Juniorinnen B',
    'Junioren B',
    'Mädchen',
    'Jungen',
  ];
  const boats = ['Doppelvierer mit Steuermann', 'Doppelzweier', 'Zweier ohne Steuermann', 'Achter'];
  return who.flatMap((sex) =>
    boats.flatMap((boat) =>
      ['Leichtgewicht ', ''].flatMap((weight) =>
        ['Vorlauf 1', 'Vorlauf 2', 'Hoffnungslauf', 'Finale A', 'Finale B'].map((round) => ({
          title: `${weight}${sex} ${boat}`,
          round,
        })),
      ),
    ),
  );
}

/** Races of German regattas with performance classes (Leistungsklassen): the last number is not that of the heat. */
function germanDivisions(): Given[] {
  const events = [
    ['Juniorinnen-Doppelvierer mit Steuerfrau B, Leistungsklasse 1', 'JF 4x+ B'],
    ['Juniorinnen-Doppelvierer mit Steuerfrau B, Leistungsklasse 2', 'JF 4x+ B'],
    ['Junioren-Doppelvierer mit Steuermann B, Leistungsklasse 2', 'JM 4x+ B'],
    ['Leichtgewichts-Frauen-Doppelzweier U23', 'SF 2x A LG'],
    ['Leichtgewichts-Männer-Doppelzweier U23', 'SM 2x A LG'],
    ['Juniorinnendoppelvierer mit Steuerfrau B, Leistungsklasse 3', 'JF 4x+ B'],
    ['Männer-Achter mit Steuermann', 'SM 8+ A'],
  ] as const;
  const rounds = ['Vorlauf 1', 'Vorlauf 2', 'Vorlauf 3', 'Finale A', 'Finale B', 'Finale C'];
  return rounds.flatMap((round) =>
    events.flatMap(([title, boatClass]) =>
      ['', 'Abteilung 1', 'Abteilung 2'].map((divisionLabel) => ({
        title: [title, divisionLabel, round].filter(Boolean).join(' '),
        ...{ boatClass, round, divisionLabel },
      })),
    ),
  );
}

/** 140 races with the names of a world cup: fourteen classes of ten races each, heat after heat. */
function worldCup(): Given[] {
  const events = [
    'Women',
    'Men',
    'Lightweight Women',
    'Lightweight Men',
    'PR1 Women',
    'PR1 Men',
    'PR3 Mixed',
  ];
  const boats = [
    ["'s Double Sculls", '2x'],
    ["'s Quadruple Sculls", '4x'],
  ];
  const rounds = [
    ...[1, 2, 3, 4].map((number) => `Heat ${number}`),
    'Repechage',
    ...['Semifinal A/B 1', 'Semifinal A/B 2', 'Final C', 'Final B', 'Final A'],
  ];
  return rounds.flatMap((round) =>
    boats.flatMap(([boat, code]) =>
      events.map((who) => ({
        title: `${who}${boat} ${round}`,
        boatClass: `${who.replace(/[a-z ]/g, '')}${code}`,
        round,
      })),
    ),
  );
}

test('a number does not stand alone in the last line', () => {
  assert.equal(withoutOrphan('Women 8+ Heat 1'), 'Women 8+ Heat\u00a01');
  assert.equal(withoutOrphan('Women Repechage'), 'Women Repechage');
});
