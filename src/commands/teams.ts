/** Crews entered, changed and removed by hand. A crew is named by its name. */
import Type from 'typebox';
import { TeamWrite } from '../contract/team.ts';
import type { TeamFields } from '../domain/plan-teams.ts';
import { addTeam } from '../operations/add-team.ts';
import { editTeam } from '../operations/edit-team.ts';
import { removeTeam } from '../operations/remove.ts';
import { type Command, readId, type Values, WrongCall } from './command.ts';
import { readChanges, readOptions } from './options.ts';
import { perform } from './perform.ts';

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
const FIELDS = { 'new-name': 'name', club: 'clubId', boat: 'boatIndex', order: 'sortOrder' };

export const teamEdit: Command = {
  name: 'team edit',
  summary: 'change a crew; an empty club or boat clears it',
  options: {
    event: 'EVENT',
    name: 'NAME',
    'new-name': 'NAME',
    club: 'CLUB',
    boat: 'NUMBER',
    order: 'NUMBER',
  },
  optional: Object.keys(FIELDS),
  run: async (values, context) => {
    const eventId = readId('event', values.event);
    const name = readName(values);
    const fields = readChanges<TeamFields>(TeamWrite.properties, FIELDS, values);
    if (Object.keys(fields).length === 0) throw new WrongCall('Say what is to change.', teamEdit);
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
  const schema = Type.Object({ name: TeamWrite.properties.name });
  return readOptions<{ name: string }>(schema, values).name;
}
