/** Crews entered, changed and removed by hand. A crew is named by its name. */
import { TeamWrite } from '../../contract/team.ts';
import type { TeamFields } from '../../domain/crews/plan-teams.ts';
import { addTeam, editTeam } from '../../operations/pushes/edit-team.ts';
import { removeTeam } from '../../operations/remove.ts';
import { type Command, readId, type Values } from '../command.ts';
import { listed, readChanges, readOption, requireChange } from '../options.ts';
import { perform } from '../perform.ts';

export const teamAdd: Command = {
  name: 'team add',
  summary: 'enter a crew by hand, without an externalId',
  options: { event: 'EVENT', name: 'NAME' },
  run: async (values, context) => {
    const eventId = readId('event', values.event);
    const name = readName(values);
    await perform(context, { operation: addTeam, eventId, input: { name } });
    return { json: { name }, text: `Entered ${name}.` };
  },
};

/** What of a crew an option changes. */
const FIELDS = {
  'new-name': ['name', 'NAME'],
  club: ['clubId', 'CLUB'],
  boat: ['boatIndex', 'NUMBER'],
  order: ['sortOrder', 'NUMBER'],
} as const;

export const teamEdit: Command = {
  name: 'team edit',
  summary: 'change a crew; an empty club or boat clears it',
  options: { event: 'EVENT', name: 'NAME', ...listed(FIELDS) },
  optional: Object.keys(FIELDS),
  run: async (values, context) => {
    const eventId = readId('event', values.event);
    const name = readName(values);
    const fields = readChanges<TeamFields>(TeamWrite.properties, FIELDS, values);
    requireChange(fields, teamEdit);
    await perform(context, { operation: editTeam, eventId, input: { name, fields } });
    const now = fields.name ?? name;
    return { json: { name: now }, text: `${now} is changed.` };
  },
};

export const teamRemove: Command = {
  name: 'team remove',
  summary: 'remove a crew that is drawn nowhere; history undo brings it back',
  options: { event: 'EVENT', name: 'NAME' },
  run: async (values, context) => {
    const eventId = readId('event', values.event);
    const name = readName(values);
    await perform(context, { operation: removeTeam, eventId, input: { name } });
    return { json: { name }, text: `${name} is gone.` };
  },
};

/** @throws CommandFailed when no crew can have the name */
function readName(values: Values): string {
  return readOption('name', TeamWrite.properties.name, values);
}
