/**
 * The baseline for pushes on PostgreSQL: the statements of a push in one transaction, sent by
 * `pgbench`, or one transaction that writes the rows of a large push by `unnest`.
 */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

const run = promisify(execFile);

/** The statements of one push of results for eight lanes, in the order in which the service sends them. */
const RESULTS = `
\\set event random(1, :events)
\\set number random(1, 100)
\\set t random(300000, 400000)
begin;
select pg_advisory_xact_lock(:event);
select k.id, k.user_id, e.id, s.revision, s.updated_at from api_keys k
  left join events e on e.id = :event and (e.creator_id = k.user_id or exists (
    select from memberships m where m.club_id = e.club_id and m.user_id = k.user_id
      and m.role in ('schedule_manager', 'admin')))
  left join schedules s on s.event_id = e.id
  where k.id = 1 and k.revoked_at is null;
select s.*, e.name, e.timezone from schedules s join events e on e.id = s.event_id
  where s.event_id = :event;
select * from races where event_id = :event and race_number = :number;
select l.*, t.external_id, t.name from lanes l left join teams t on t.id = l.team_id
  where l.race_id = (select id from races where event_id = :event and race_number = :number)
  order by l.position;
update lanes set status = sent.status, finish_time_millis = sent.t, finish_place = null,
    penalty_millis = null
  from unnest(array[1, 2, 3, 4, 5, 6, 7, 8], array_fill('finished'::text, array[8]),
    array[:t, :t + 1, :t + 2, :t + 3, :t + 4, :t + 5, :t + 6, :t + 7]) as sent (position, status, t)
  where lanes.race_id = (select id from races where event_id = :event and race_number = :number)
    and lanes.position = sent.position;
update schedules set revision = revision + 1, updated_at = updated_at + 1, status = status
  where event_id = :event;
update races set revision = revision + 1 where event_id = :event and race_number = :number;
insert into outbox (event_id, kind, subject, due_at, state_before, told_to)
  select event_id, 'results-posted', id::text, :t, '${'x'.repeat(27)}', 0 from races
  where event_id = :event and race_number = :number
  on conflict do nothing;
insert into history (event_id, number, at, user_id, key_prefix, operation, changes)
  select :event, coalesce(max(number), 0) + 1, 1, 1, 'ro_bench00', 'push-results', '${'x'.repeat(900)}'
  from history where event_id = :event;
commit;
`;

/** @returns transactions a second of `clients` that push results to the first events without pause */
export async function pgbenchRate(
  url: string,
  folder: string,
  { clients, events, seconds }: { clients: number; events: number; seconds: number },
): Promise<number> {
  const script = join(folder, 'results.sql');
  writeFileSync(script, RESULTS.trim());
  const { stdout } = await run('pgbench', [
    ...['-n', '-M', 'prepared', '-c', String(clients), '-j', '1', '-T', String(seconds)],
    ...['-D', `events=${events}`, '-f', script, url],
  ]);
  return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
}

const COLUMNS = {
  id: 'bigint',
  title: 'text',
  scheduled_at: 'bigint',
  distance_meters: 'integer',
  boat_class: 'text',
  round: 'text',
  division_label: 'text',
  result_mode: 'text',
  result_visibility: 'text',
  lane_scheme: 'text',
  notes: 'text',
  revision: 'bigint',
};

/** One transaction that changes all races of an event by `unnest`, history included. */
export class BareRacePush {
  private readonly client: pg.Client;
  private readonly eventId: number;
  private rows: Record<string, unknown>[] = [];
  private revision = 1_000_000;

  constructor(url: string, eventId: number) {
    this.client = new pg.Client({ connectionString: url });
    this.eventId = eventId;
  }

  async open(): Promise<void> {
    await this.client.connect();
    const races = await this.client.query('select * from races where event_id = $1', [
      this.eventId,
    ]);
    this.rows = races.rows;
  }

  /** @returns milliseconds */
  async push(round: number): Promise<number> {
    const start = performance.now();
    this.revision++;
    const rows = this.rows.map((row) => ({
      ...row,
      title: `${row.title} ${round}`.slice(0, 190),
      revision: this.revision,
    }));
    const names = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];
    const lists = names.map((name, index) => `$${index + 1}::${COLUMNS[name]}[]`);
    await this.client.query('begin');
    await this.client.query({
      name: 'schedule',
      text: 'update schedules set revision = $1, updated_at = $1 where event_id = $2',
      values: [this.revision, this.eventId],
    });
    await this.client.query({
      name: 'races',
      text: `update races set ${names.slice(1).map((name) => `${name} = sent.${name}`)}
        from unnest(${lists}) as sent (${names}) where races.id = sent.id`,
      values: names.map((name) => rows.map((row) => (row as Record<string, unknown>)[name])),
    });
    await this.client.query({
      name: 'history',
      text: `insert into history (event_id, number, at, user_id, key_prefix, operation, changes)
        select $1::bigint, coalesce(max(number), 0) + 1, $2::bigint, 1, 'ro_bench00', 'push-races', $3
        from history where event_id = $1::bigint`,
      values: [this.eventId, Date.now(), JSON.stringify(this.history(round))],
    });
    await this.client.query('commit');
    return performance.now() - start;
  }

  private history(round: number): object[] {
    return this.rows.map(({ race_number, title }) => ({
      subject: 'race',
      name: `race ${race_number}`,
      before: { title },
      after: { title: `${title} ${round}` },
    }));
  }

  async close(): Promise<void> {
    await this.client.end();
  }
}
