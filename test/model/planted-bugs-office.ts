/** Bugs in what the race office writes, as `planted-bugs-table.ts` lists them. */
import type { PlantedBug } from './planted-bugs-table.ts';

export const OFFICE_BUGS: PlantedBug[] = [
  {
    name: 'races that the office removes stay',
    inside: 'planOfficeRaces',
    find: 'const left = withoutRaces(rows, removed);',
    replace: 'const left = withoutRaces(rows, removed.slice(1));',
  },
  {
    name: 'a new race of the office is timed',
    inside: 'planOfficeRaces',
    find: 'ids[taken++] as number, defaultResultMode',
    replace: "ids[taken++] as number, defaultResultMode && 'timed'",
  },
  {
    name: 'a new crew of the office goes behind the one before it',
    inside: 'planOfficeCrews',
    find: 'last = Math.max(last ?? after.sortOrder, after.sortOrder);',
    replace: 'last = after.sortOrder;',
  },
  {
    name: 'a crew that is drawn can be removed',
    inside: 'planOfficeCrews',
    find: 'if (drawn) return',
    replace: 'if (drawn?.length === 0) return',
  },
  {
    name: 'a merge loses the externalId',
    inside: 'mergeCrews',
    find: 'externalId: kept.externalId ?? removed.externalId,',
    replace: 'externalId: kept.externalId,',
  },
  {
    name: 'a merge forgets that the crew was adopted',
    inside: 'mergeCrews',
    find: 'adopted: kept.adopted || takesId,',
    replace: 'adopted: kept.adopted && takesId,',
  },
  {
    name: 'the result of a crew that is taken out is in nobody’s way',
    inside: 'resultsOfRedrawn',
    find: 'properties: RESULT_PROPERTIES,',
    replace: 'properties: RESULT_PROPERTIES.slice(9),',
  },
  {
    name: 'another crew in the lane is in nobody’s way',
    inside: 'crewsIn',
    find: "properties: ['teamId'],",
    replace: 'properties: [],',
  },
  {
    name: 'what is new or gone is in nobody’s way',
    inside: 'isInTheWay',
    find: "if (wanted === 'all' || properties === undefined) return true;",
    replace: "if (wanted === 'all') return true;\n  if (properties === undefined) return false;",
  },
  {
    name: 'the entry that a page has seen is in its way',
    inside: 'listLaterEntries',
    find: "'history.number', '>', number",
    replace: "'history.number', '>=', number",
  },
  {
    name: 'what was removed since is unknown',
    inside: 'findMissing',
    find: 'removals.length > 0',
    replace: 'removals.length > 1000',
  },
  {
    name: 'results of software leave a race official',
    inside: 'isOtherResult',
    find: '!isSameResult(was, is)',
    replace: '!isSameResult(was, was)',
  },
  {
    name: 'results of the office leave a race official',
    inside: 'withProvisional',
    find: 'official: false',
    replace: 'official: true',
  },
  {
    name: 'a race without results becomes official',
    inside: 'setOfficial',
    find: 'lanesOf(rows, raceId).every(',
    replace: 'lanesOf(rows, raceId).length > 0 && lanesOf(rows, raceId).every(',
  },
  {
    name: 'an undo writes over what came later',
    inside: 'undo',
    find: 'changed.length === 0 && different.length === 0',
    replace: 'changed.length >= 0 && different.length >= 0',
  },
];
