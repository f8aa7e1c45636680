/**
 * Planted bugs in the rules and in what crosses the wire. See `planted-bugs-table.ts`.
 */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of source.
import type { PlantedBug } from './planted-bugs-table.ts';

export const RULE_BUGS: PlantedBug[] = [
  {
    name: 'no place is skipped after a tie',
    inside: 'shownResults',
    find: 'ranked.indexOf(total) + 1',
    replace: '[...new Set(ranked)].indexOf(total) + 1',
  },
  {
    name: 'totals are sorted as texts',
    inside: 'shownResults',
    find: '.sort((a, b) => a - b)',
    replace: '.sort()',
  },
  {
    name: 'a penalty does not count',
    inside: 'totalMillis',
    find: 'return lane.finishTimeMillis + (lane.penaltyMillis ?? 0);',
    replace: 'return lane.finishTimeMillis;',
  },
  {
    name: 'a lane that did not finish has a place',
    inside: 'totalMillis',
    find: "if (lane.status !== 'finished' ||",
    replace: "if (lane.status === 'dns' ||",
  },
  {
    name: 'times show in a race that is placesOnly by now',
    inside: 'shownResults',
    find: 'return lanes.map((lane) => ({ ...lane, finishTimeMillis: null }));',
    replace: 'return [...lanes];',
  },
  {
    name: 'a place given by hand shows in a timed race',
    inside: 'shownResults',
    find: 'finishPlace: total === null ? null :',
    replace: 'finishPlace: total === null ? lane.finishPlace :',
  },
  {
    name: 'a time survives the result of a placesOnly race',
    inside: 'planResults',
    find: 'finishTimeMillis: result.finishTimeMillis ?? null,',
    replace:
      "finishTimeMillis: resultMode === 'timed' ? (result.finishTimeMillis ?? null) : lane.finishTimeMillis,",
  },
  {
    name: 'an omitted penalty is kept',
    inside: 'planResults',
    find: 'result.penaltyMillis ?? null',
    replace: 'result.penaltyMillis ?? lane.penaltyMillis',
  },
  {
    name: 'a result is taken back with a time of zero',
    inside: 'judgeTakenBack',
    find: "result.status === 'assigned' && result[property] != null",
    replace: "result.status === 'assigned' && result[property]",
  },
  {
    name: "null in the other mode's field is a contradiction",
    inside: 'modeViolations',
    find: 'result[foreign] == null',
    replace: 'result[foreign] === undefined',
  },
  {
    name: 'unknown lanes are counted among themselves',
    inside: 'missingLanes',
    find: 'return payload.flatMap(({ position }, index) =>',
    replace:
      'return payload.filter(({ position: p }) => !positions.has(p)).flatMap(({ position }, index) =>',
  },
  {
    name: 'a push without a mode sets it back',
    inside: 'changedRace',
    find: 'sentOr(write.resultMode, kept.resultMode)',
    replace: 'sentOr(write.resultMode, defaultResultMode)',
  },
  {
    name: 'notes that are left out are cleared',
    inside: 'changedRace',
    find: 'sentOr(write.notes, kept.notes)',
    replace: 'write.notes ?? null',
  },
  {
    name: 'a taken number is told before a missing time',
    inside: 'planRaces',
    find: `if (violations.length > 0) return invalid(violations);
  return refuseTaken(findCollisions(stored, matches, numberOf)) ?? steps;`,
    replace: `const refusal = refuseTaken(findCollisions(stored, matches, numberOf));
  if (violations.length > 0 && !refusal) return invalid(violations);
  return refusal ?? steps;`,
  },
  {
    name: 'null does not clear a club id',
    inside: 'planTeams',
    find: 'sentOr(write.clubId, row?.clubId ?? null)',
    replace: 'write.clubId ?? row?.clubId ?? null',
  },
  {
    name: 'a crew is no longer adopted at its next push',
    inside: 'planTeams',
    find: "adopted: outcome === 'adopted' || (row?.adopted ?? false),",
    replace: "adopted: outcome === 'adopted',",
  },
  {
    name: 'a new crew comes after the one before it',
    inside: 'planTeams',
    find: 'last = Math.max(last ?? after.sortOrder, after.sortOrder);',
    replace: 'last = after.sortOrder;',
  },
  {
    name: 'a new crew never comes before zero',
    inside: 'highestSortOrder',
    find: 'Math.max(highest ?? sortOrder, sortOrder)',
    replace: 'Math.max(highest ?? 0, sortOrder)',
  },
  {
    name: 'the last sortOrder has a next one',
    inside: 'orderAfter',
    find: 'Math.min(highest + 1, MAX_INTEGER)',
    replace: 'Math.min(highest + 1, MAX_INTEGER + 1)',
  },
  {
    name: 'a row that somebody holds is adopted',
    inside: 'matchRows',
    find: 'else byExternalId.set(row.externalId, row);',
    replace: `else unclaimed.set(keyOf(row), row);
    byExternalId.set(row.externalId, row);`,
  },
  {
    name: 'an adopted row is called matched',
    inside: 'matchRows',
    find: "outcome: 'adopted', write",
    replace: "outcome: 'matched', write",
  },
  {
    name: 'uniqueness is judged before the payload is applied',
    inside: 'findCollisions',
    find: 'new Set(matches.map((match) => match.row))',
    replace:
      'new Set(matches.map(({ row, write }) => (row && keyOf(row) === keyOf(write) ? row : null)))',
  },
  {
    name: 'rows entered by hand hold no name or number',
    inside: 'findCollisions',
    find: 'if (!touched.has(row)) untouched',
    replace: 'if (!touched.has(row) && row.externalId !== null) untouched',
  },
  {
    name: 'a crew in two lanes is told before an unknown one',
    inside: 'planDraw',
    find: 'if (unknown.length > 0) return invalid(unknown);',
    replace: `const named = payload.flatMap(({ teamExternalId }) => teamExternalId ?? []);
  if (unknown.length > 0 && new Set(named).size === named.length) return invalid(unknown);`,
  },
  {
    name: 'a lane that the draw empties counts as left out',
    inside: 'findCrewLeftBehind',
    find: 'new Set(drawn.map(({ position }) => position))',
    replace: 'new Set(drawn.flatMap(({ position, team }) => (team ? position : [])))',
  },
  {
    name: 'a crew may be left behind in a lane further out',
    inside: 'findCrewLeftBehind',
    find: 'if (target !== undefined) {',
    replace: 'if (target !== undefined && target > position) {',
  },
  {
    name: 'a result goes when another crew comes into its lane',
    inside: 'redrawnLane',
    find: 'before.team !== null && lane.team === null;',
    replace: 'before.team !== null && before.team.id !== lane.team?.id;',
  },
  {
    name: 'an omitted label is kept',
    inside: 'redrawnLane',
    find: '...(isTakenOut ? undefined : before), ...lane, from };',
    replace: `...(isTakenOut ? undefined : before), ...lane, from,
    positionLabel: lane.positionLabel ?? before?.positionLabel ?? null };`,
  },
  {
    name: 'lanes are answered in the order of the payload',
    inside: 'planLanes',
    find: '.sort((a, b) => a.position - b.position)',
    replace: '',
  },
  {
    name: "a short scheme of the race hides the schedule's",
    inside: 'positionLabel',
    find: `raceScheme?.[position - 1] ??
    scheduleScheme?.[position - 1] ??`,
    replace: '(raceScheme ?? scheduleScheme)?.[position - 1] ??',
  },
  {
    name: 'days are counted in the zone of the machine',
    inside: 'formatOfZone',
    find: '{ ...options, timeZone }',
    replace: 'options',
  },
  {
    name: 'a longer lane scheme is no change',
    inside: 'isSame',
    find: 'return JSON.stringify(a) === JSON.stringify(b);',
    replace: `if (!Array.isArray(a) || !Array.isArray(b)) return false;
    return a.every((item, index) => item === b[index]);`,
  },
];

export const WIRE_BUGS: PlantedBug[] = [
  {
    name: 'names are trimmed of what JavaScript calls white space',
    inside: 'asStored',
    find: '(isTrimmed(format) ? trimWhiteSpace(text) : text)',
    replace: "(format === 'crew-name' ? text.trim() : text)",
  },
  {
    name: 'names are not normalised',
    inside: 'asStored',
    find: "return (isTrimmed(format) ? trimWhiteSpace(text) : text).normalize('NFC');",
    replace: "return isTrimmed(format) ? trimWhiteSpace(text) : text.normalize('NFC');",
  },
  {
    name: 'ids are normalised',
    inside: 'asStored',
    find: "if (format === 'external-id' || format === 'opaque'",
    replace: "if (format === 'opaque'",
  },
  {
    name: 'lengths are judged before the text is normalised',
    inside: 'text',
    find: 'textObjection(schema, text) ??',
    replace: 'textObjection(schema, value) ??',
  },
  {
    name: 'lengths count UTF-16 units',
    inside: 'lengthObjection',
    find: 'for (const _ of text) codePoints++;',
    replace: 'codePoints = text.length;',
  },
  {
    name: 'a text beyond the basic plane is too long at its limit',
    inside: 'lengthObjection',
    find: 'codePoints > schema.maxLength',
    replace: 'codePoints >= schema.maxLength',
  },
  {
    name: 'a misspelt property is ignored',
    inside: 'object',
    find: 'const misspelt = this.spelling.misspelt(schema.properties, value);',
    replace: 'const misspelt = this.spelling.misspelt(schema.properties, {});',
  },
  {
    name: 'exchanged letters are two typing errors, and one more is too many',
    inside: 'typingErrors',
    find: 'row[j] = isExchanged ? Math.min(errors, at(beforeLast, j - 2) + 1) : errors;',
    replace: 'row[j] = isExchanged ? Math.min(errors, at(beforeLast, j - 2) + 2) : errors;',
  },
  {
    name: 'a lane scheme may have 101 labels',
    inside: 'MAX_LANE_SCHEME_ITEMS',
    find: 'MAX_LANE_SCHEME_ITEMS = 100',
    replace: 'MAX_LANE_SCHEME_ITEMS = 101',
  },
  {
    name: 'a label of the scheme may be empty',
    inside: 'laneScheme',
    find: 'Type.Array(positionLabel(), {',
    replace: 'Type.Array(text(MAX_POSITION_LABEL_LENGTH), {',
  },
  {
    name: 'a day cannot run a whole day early',
    inside: 'DelayWrite',
    find: 'minimum: -MAX_DELAY_MINUTES',
    replace: 'minimum: 1 - MAX_DELAY_MINUTES',
  },
  {
    name: 'half a second is five milliseconds',
    inside: 'fractionMillis',
    find: "digits.padEnd(3, '0')",
    replace: 'digits',
  },
  {
    name: 'repeated names of crews are not looked for',
    inside: 'API_TEAM_ROUTES',
    find: "repeats<TeamWrite>('externalId', 'name')",
    replace: "repeats<TeamWrite>('externalId')",
  },
];
