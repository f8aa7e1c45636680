/**
 * Bugs that a tired engineer could make, each one piece of a function of `src` and what stands there
 * instead. `planted-bugs.ts` plants them one by one and looks whether the model catches them.
 */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of source.
import { OFFICE_BUGS } from './planted-bugs-office.ts';
import { RULE_BUGS, WIRE_BUGS } from './planted-bugs-rules.ts';

export interface PlantedBug {
  name: string;
  /** The function, method or constant in which the piece stands, exactly once. */
  inside: string;
  find: string;
  replace: string;
  /** Why nobody can see it through the API; left out for all that must be caught. */
  unseen?: string;
}

const SERVICE_BUGS: PlantedBug[] = [
  {
    name: 'a crew that is drawn nowhere moves updatedAt',
    inside: 'shownInSchedule',
    find: 'changed.size > 0',
    replace: 'changed.size >= 0',
  },
  {
    name: "a renamed crew's races are not marked",
    inside: 'shownInSchedule',
    find: '...withRenamed,',
    replace: '...[...withRenamed].slice(1),',
  },
  {
    name: 'races are marked with the revision before',
    inside: 'writeDifference',
    find: 'await writeRows(tx, write, next.revision);',
    replace: 'await writeRows(tx, write, schedule.revision);',
  },
  {
    name: 'a pushed race that did not change has no outcome',
    inside: 'pushRaces',
    find: 'steps.map(({ id, outcome }) => [id, outcome])',
    replace:
      'steps.filter(({ before, after }) => before?.title !== after.title || before.scheduledAt !== after.scheduledAt).map(({ id, outcome }) => [id, outcome])',
  },
  {
    name: 'what nobody can see moves updatedAt',
    inside: 'racesWithShownLanes',
    find: 'reads(was, race) !== reads(is, race)',
    replace: "reads(was, race) !== ''",
  },
  {
    name: 'the day of a race is that of its estimate',
    inside: 'setDelay',
    find: 'venueDay(scheduledAt, schedule.timezone) === day',
    replace: 'venueDay(scheduledAt + delayMinutes * 60_000, schedule.timezone) === day',
  },
  {
    name: 'no delay on a day without delay is a change',
    inside: 'setDelay',
    find: 'withDelay(stored.rows, day, after)',
    replace: 'withDelay(stored.rows, day, delayMinutes === 0 ? { ...after, until: 0 } : after)',
  },
  {
    name: 'an existing schedule takes the settings that were sent',
    inside: 'createSchedule',
    find: 'return { after: rows, result: { isNew: false } };',
    replace:
      'return { after: { schedule: { ...rows.schedule, ...said(settings) } }, result: { isNew: false } };',
  },
  {
    name: 'publishing again moves updatedAt',
    inside: 'changeStatus',
    find: 'changed(rows, { status })',
    replace: 'changed(rows, { status, laneScheme: [...(rows.schedule?.laneScheme ?? [])] })',
  },
  {
    name: 'publishing keeps the revision',
    inside: 'nextSchedule',
    find: 'const revision = schedule.revision + 1;',
    replace: 'const revision = changed.status ? schedule.revision : schedule.revision + 1;',
  },
  {
    name: 'races of one moment are read in the order of their ids',
    inside: 'byRunningOrder',
    find: 'a.scheduledAt - b.scheduledAt || a.raceNumber - b.raceNumber',
    replace: 'a.scheduledAt - b.scheduledAt',
  },
  {
    name: 'the ETag of a long list is that of its beginning',
    inside: 'tagOf',
    find: "hash('sha1', text, 'base64url')",
    replace: "hash('sha1', text.slice(0, 256), 'base64url')",
  },
];

const STORAGE_BUGS: PlantedBug[] = [
  {
    name: 'a race gets new keys only when both change',
    inside: 'applyRaceSteps',
    find: 'raceNumber !== after.raceNumber || externalId !== after.externalId',
    replace: 'raceNumber !== after.raceNumber && externalId !== after.externalId',
  },
  {
    name: 'only races that move back are parked',
    inside: 'applyRaceSteps',
    find: 'if (raceNumber !== after.raceNumber) parked',
    replace: 'if (raceNumber < after.raceNumber) parked',
  },
  {
    name: 'crews that change names are parked in one place',
    inside: 'applyTeamSteps',
    find: 'name: ` ${id}`',
    replace: "name: ' '",
  },
  {
    name: 'a race in which nobody finished is not scored',
    inside: 'scoredQuery',
    find: "where('l.status', '!=', 'assigned')",
    replace: "where('l.status', '=', 'finished')",
  },
  {
    name: 'delayed races of one moment come in the order of their ids',
    inside: 'racesQuery',
    find: ".orderBy('race_number')",
    replace: ".orderBy('id')",
  },
  {
    name: 'the division is written from the round',
    inside: 'FACTS',
    find: 'division_label: (race) => race.divisionLabel,',
    replace: 'division_label: (race) => race.round,',
  },
  {
    name: 'crews of other events are drawn',
    inside: 'findTeams',
    find: `.where('event_id', '=', eventId)
    .where('external_id', 'in', externalIds)`,
    replace: `.where((eb) =>
      eb.or([eb('event_id', '=', eventId), eb('external_id', 'in', externalIds)]))`,
  },
  {
    name: 'crews of one sortOrder come in any order',
    inside: 'teamsQuery',
    find: "    .orderBy('name')\n",
    replace: '',
  },
  {
    name: 'lanes are read as they lie, which only PostgreSQL shows',
    inside: 'changedLanesQuery',
    find: `    .orderBy('lanes.race_id')
    .orderBy('lanes.position')`,
    replace: "    .orderBy('lanes.race_id')",
  },
  {
    name: 'a day that runs early is forgotten',
    inside: 'setDelay',
    find: 'if (delayMinutes === 0 && until === null) return;',
    replace: 'if (delayMinutes <= 0 && until === null) return;',
  },
  {
    name: 'a delay of zero is stored',
    inside: 'setDelay',
    find: '  if (delayMinutes === 0 && until === null) return;\n',
    replace: '',
    unseen: 'a stored zero reads like no delay',
  },
  {
    name: 'updatedAt stands still within a millisecond',
    inside: 'nextMoment',
    find: 'Math.max(now, updatedAt + 1, boardUpdatedAt + 1)',
    replace: 'Math.max(now, updatedAt, boardUpdatedAt)',
  },
  {
    name: 'PostgreSQL keeps penalties in two bytes',
    inside: 'VERSION_1',
    find: 'penalty_millis integer,',
    replace: 'penalty_millis smallint,',
  },
  {
    name: 'PostgreSQL sorts names by language',
    inside: 'connectPostgres',
    find: 'text: \'text collate "C"\',',
    replace: "text: 'text',",
  },
  {
    name: 'PostgreSQL takes one bulk statement for another',
    inside: 'bulkStatement',
    find: "[verb, table, ...keys, '', ...columns].join(' ')",
    replace: "[verb, table, ...keys].join(' ')",
  },
  {
    name: 'a bulk update of PostgreSQL does not clear',
    inside: 'write',
    find: '`"${c}" = sent."${c}"`',
    replace: '`"${c}" = coalesce(sent."${c}", "${table}"."${c}")`',
  },
  {
    name: 'a bulk statement of PostgreSQL looks at the first key only',
    inside: 'write',
    find: 'keys.map((key) =>',
    replace: 'keys.slice(0, 1).map((key) =>',
  },
  {
    name: 'PostgreSQL swallows that a posted statement failed',
    inside: 'commit',
    find: `    if (this.failure !== undefined) throw this.failure;
    const { command } = await commit;
    if (command !== 'COMMIT') throw new Error(\`the server answered a commit with \${command}\`);`,
    replace: '    await commit;',
    unseen: 'what is posted fails only when the server does',
  },
  {
    name: 'SQLite compares names without case',
    inside: 'connectSqlite',
    find: "text: 'text',",
    replace: "text: 'text collate nocase',",
  },
  {
    name: 'SQLite keeps texts as it likes',
    inside: 'connectSqlite',
    find: "text: 'text',",
    replace: "text: 'any',",
  },
  {
    name: 'SQLite binds values in the order of the row',
    inside: 'runBulk',
    find: 'const order = [...others, ...keys];',
    replace: 'const order = columns;',
  },
];

export const PLANTED_BUGS = [
  ...RULE_BUGS,
  ...WIRE_BUGS,
  ...SERVICE_BUGS,
  ...STORAGE_BUGS,
  ...OFFICE_BUGS,
];
