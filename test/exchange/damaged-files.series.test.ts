/** Damaged workbooks, entries and results of timing apps: each is read, or refused in a sentence, in time. */
import { test } from 'node:test';
import { unzipSync, zipSync } from 'fflate';
import { readDrv } from '../../src/exchange/drv/read-drv.ts';
import { readRaceClocker } from '../../src/exchange/raceclocker.ts';
import { readFiles } from '../../src/exchange/reading/read-files.ts';
import type { NamedFile, Reader } from '../../src/exchange/reading/reading.ts';
import { readWebscorer } from '../../src/exchange/webscorer.ts';
import { readXlsx } from '../../src/exchange/xlsx/read-xlsx.ts';
import { readDamaged } from './damage.ts';
import { sample } from './tables/outline.ts';

const START_LIST = sample('spreadsheets/start-list.xlsx');
const PARTS = unzipSync(START_LIST.bytes);
/** The parts of a workbook that the reader uses; the name of each is its path. */
const READ_PARTS: readonly NamedFile[] = [
  'xl/worksheets/sheet1.xml',
  'xl/styles.xml',
  'xl/worksheets/sheet1.xml',
  'xl/workbook.xml',
  'xl/_rels/workbook.xml.rels',
].map((name) => ({ name, bytes: PARTS[name] as Uint8Array }));

const readBook: Reader = (file, answers, event) => readXlsx(file, 'xlsx', answers, event);

/** Reads the whole workbook, in which the given file replaces the part of the same path. */
const readPart: Reader = ({ name, bytes }, answers, event) =>
  readBook({ name, bytes: zipSync({ ...PARTS, [name]: bytes }, { level: 1 }) }, answers, event);

/** Reads a file of unknown format: the format is recognised first. */
const readAny: Reader = (file, answers, event) => {
  const read = readFiles({ files: [file], answers, event });
  const [first] = 'files' in read ? read.files : [];
  return first ? first.read : (read as { unreadable: string });
};

test('damaged workbooks', () => {
  readDamaged(readBook, [START_LIST]);
});

test('workbooks with damaged parts', () => {
  readDamaged(readPart, READ_PARTS);
});

test('damaged entries of German regattas', () => {
  readDamaged(readDrv, [sample('drv/meldungen-2010.xml'), sample('drv/portal.json')]);
});

test('damaged results of timing apps', () => {
  readDamaged(readRaceClocker, [sample('raceclocker/feed.json')]);
  const lines = [
    'Bib\tTeam name\tCategory\tTime',
    '1\tLakeside RC\tW8+\t6:42.69',
    '2\tQuay RC\tW8+\tDNF',
  ];
  readDamaged(readWebscorer, [{ name: 'results.txt', bytes: Buffer.from(lines.join('\r\n')) }]);
});

test('damaged files of a format that is not known', () => {
  readDamaged(readAny, [
    START_LIST,
    sample('drv/meldungen-2010.xml'),
    sample('raceclocker/feed.json'),
    sample('finishlynx/regatta/001-1-01.lif'),
  ]);
});
