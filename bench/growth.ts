/** Makes a database as large as a federation's after years. */
import { DatabaseSync } from 'node:sqlite';
import { apiKeyHash, apiKeyPrefix, mintApiKey } from '../src/domain/accounts/api-key.ts';

interface Size {
  events: number;
  racesPerEvent: number;
  keys: number;
}

/** Adds events with schedules and races, and keys, straight into a database file. */
export function growDatabase(path: string, { events, racesPerEvent, keys }: Size): void {
  const database = new DatabaseSync(path);
  database.exec('pragma synchronous = off; begin');
  const addKey = database.prepare(
    'insert into api_keys (user_id, label, key_hash, key_prefix, created_at) values (1, ?, ?, ?, 0)',
  );
  for (let i = 0; i < keys; i++) {
    const key = mintApiKey();
    addKey.run(`key ${i}`, apiKeyHash(key), apiKeyPrefix(key));
  }
  const addEvent = database.prepare(
    "insert into events (club_id, creator_id, name, start_date, end_date, timezone, city, country_code, created_at) values (1, 1, ?, '2025-06-13', '2025-06-14', null, '', '', 0)",
  );
  const addSchedule = database.prepare(
    "insert into schedules (event_id, status, default_result_mode, default_result_visibility, revision, updated_at) values (?, 'published', 'timed', 'full', 1, 0)",
  );
  const addRace = database.prepare(
    "insert into races (event_id, external_id, race_number, title, scheduled_at, result_mode, revision) values (?, ?, ?, ?, 0, 'timed', 1)",
  );
  for (let i = 0; i < events; i++) {
    const eventId = Number(addEvent.run(`Regatta ${i}`).lastInsertRowid);
    addSchedule.run(eventId);
    for (let number = 1; number <= racesPerEvent; number++) {
      addRace.run(eventId, `race-${number}`, number, `Race ${number}`);
    }
  }
  database.exec('commit');
  database.exec('pragma wal_checkpoint(truncate)');
  database.close();
}
