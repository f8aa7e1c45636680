/**
 * The baseline for writes: the rows that a push changes, written by prepared statements in one transaction
 * of a bare `node:sqlite` connection with synchronous=FULL.
 */
import { DatabaseSync } from 'node:sqlite';

const COLUMNS = [
  'external_id',
  'race_number',
  'title',
  'scheduled_at',
  'distance_meters',
  'boat_class',
  'round',
  'division_label',
  'result_mode',
  'result_visibility',
  'lane_scheme',
  'notes',
  'revision',
] as const;

/** Opens a copy of a service's database, so that tables and indexes are the same. */
export class BareWriter {
  private readonly database: DatabaseSync;
  private readonly eventId: number;
  private revision = 1_000_000;

  constructor(path: string, eventId: number) {
    this.database = new DatabaseSync(path);
    this.database.exec('pragma journal_mode = wal; pragma synchronous = full');
    this.eventId = eventId;
  }

  /** Times one push of results for the eight lanes of a race. @returns milliseconds */
  results(raceId: number, millis: number): number {
    const lane = this.statement(
      'update lanes set status = ?, finish_time_millis = ?, finish_place = ?, penalty_millis = ? where race_id = ? and position = ?',
    );
    return this.transaction(JSON.stringify(EIGHT_LANES_OF_HISTORY), () => {
      this.statement('update races set revision = ? where id = ?').run(this.revision, raceId);
      for (let position = 1; position <= 8; position++) {
        lane.run('finished', millis + position, null, null, raceId, position);
      }
      this.statement(
        `insert into outbox (event_id, kind, subject, due_at, state_before, told_to)
           values (?, 'results-posted', ?, ?, '${'x'.repeat(27)}', 0) on conflict do nothing`,
      ).run(this.eventId, String(raceId), Date.now());
    });
  }

  /** Times one push that changes all of the given races. @returns milliseconds */
  races(rows: readonly Record<string, unknown>[], round: number): number {
    const update = this.statement(
      `update races set ${COLUMNS.map((column) => `${column} = ?`).join(', ')} where id = ?`,
    );
    const history = JSON.stringify(
      rows.map((row) => ({
        subject: 'race',
        name: `race ${row.race_number}`,
        before: { title: row.title },
        after: { title: `${row.title} ${round}` },
      })),
    );
    return this.transaction(history, () => {
      for (const row of rows) {
        const values = COLUMNS.map((column) => row[column] as string | number | null);
        values[2] = `${row.title} ${round}`;
        values[12] = this.revision;
        update.run(...values, row.id as number);
      }
    });
  }

  /** The rows of a race push, as stored. */
  rows(): Record<string, unknown>[] {
    return this.database.prepare('select * from races where event_id = ?').all(this.eventId);
  }

  close(): void {
    this.database.close();
  }

  private transaction(history: string, work: () => void): number {
    const start = performance.now();
    this.revision++;
    this.statement('begin immediate').run();
    this.statement('update schedules set revision = ?, updated_at = ? where event_id = ?').run(
      this.revision,
      Date.now(),
      this.eventId,
    );
    work();
    this.statement(
      `insert into history (event_id, number, at, user_id, key_prefix, operation, changes)
        select ?, coalesce(max(number), 0) + 1, ?, 1, ?, ?, ? from history where event_id = ?`,
    ).run(this.eventId, Date.now(), 'ro_bench00', 'bench', history, this.eventId);
    this.statement('commit').run();
    return performance.now() - start;
  }

  private readonly statements = new Map<string, ReturnType<DatabaseSync['prepare']>>();

  private statement(sql: string) {
    let statement = this.statements.get(sql);
    if (!statement) {
      statement = this.database.prepare(sql);
      this.statements.set(sql, statement);
    }
    return statement;
  }
}

const EIGHT_LANES_OF_HISTORY = Array.from({ length: 8 }, (_, index) => ({
  subject: 'lane',
  name: `race 1, position ${index + 1}`,
  before: { finishTimeMillis: 360_000 },
  after: { finishTimeMillis: 360_001 },
}));
