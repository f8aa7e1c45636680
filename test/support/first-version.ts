/** A database file as the first version of the program left it, with a regatta and the key of its timing software. */
import { DatabaseSync } from 'node:sqlite';
import { apiKeyHash, apiKeyPrefix, mintApiKey } from '../../src/domain/accounts/api-key.ts';
import { VERSION_1 } from '../../src/storage/migrations/versions-1-to-6.ts';

/** The SQLite types that the first version wrote for the placeholders of `VERSION_1`. */
const TYPES: Record<string, string> = {
  id: 'integer primary key',
  key: 'integer primary key',
  text: 'text',
};

const ROWS = `
  insert into users values (1, 'Race office', null, 1);
  insert into clubs values (1, 'Rowing club', 1);
  insert into memberships values (1, 1, 'schedule_manager');
  insert into events values
    (1, 1, 1, 'Spring regatta', '2026-06-13', '2026-06-13', 'Europe/Berlin', 'Berlin', 'DE', 1);
  insert into schedules values (1, 'published', null, 'timed', 'full', 5, 1781334000000);
  insert into teams values
    (1, 1, 'saline', 'Saline', null, null, 0, 0), (2, 1, 'hudson', 'Hudson', null, null, 1, 0);
  insert into races values (1, 1, 'w8', 1, 'Women 8+', 1781334000000, 2000, null, null, null,
    'timed', null, null, null, 5);
  insert into lanes values
    (1, 1, null, 1, 'finished', 402696, null, 10000), (1, 2, null, 2, 'finished', 405310, null, null);
  insert into history values (1, 1, 1781334000000, 1, null, 'push-results', '[]');
`;

/** @param file that does not exist yet @returns the key */
export function makeFirstVersion(file: string): string {
  const database = new DatabaseSync(file);
  database.exec('pragma journal_mode = wal');
  database.exec(VERSION_1.replace(/\{(\w+)\}/g, (_, name: string) => TYPES[name] ?? name));
  database.exec('create table schema_version (version integer not null)');
  database.exec(`insert into schema_version values (1); ${ROWS}`);
  const key = mintApiKey();
  database
    .prepare('insert into api_keys values (1, 1, ?, ?, ?, 1, null, null)')
    .run('Timing', apiKeyHash(key), apiKeyPrefix(key));
  database.close();
  return key;
}

/** What the API answers about the race of that database: crews and places by lane. */
export async function placesOf(url: string, key: string): Promise<[string, number][]> {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${url}/v1/events/1/schedule`, { headers });
  const { races } = (await answer.json()) as { races: { lanes: Lane[] }[] };
  return (races[0]?.lanes ?? []).map(({ teamName, finishPlace }) => [teamName, finishPlace]);
}

interface Lane {
  teamName: string;
  finishPlace: number;
}

/** The places to expect: the penalty costs Saline the win. */
export const PLACES: [string, number][] = [
  ['Saline', 2],
  ['Hudson', 1],
];
