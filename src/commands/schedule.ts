/** The schedule of an event: made, set, published, taken back, delayed. */
import Type from 'typebox';
import { DelayWrite, ScheduleCreate } from '../contract/schedule.ts';
import { summaryOf } from '../documents/schedule-summary.ts';
import { delayView } from '../domain/delay-view.ts';
import type { ScheduleSettings } from '../domain/schedule.ts';
import {
  changeSettings,
  createSchedule,
  publishSchedule,
  unpublishSchedule,
} from '../operations/schedule.ts';
import { setDelay } from '../operations/set-delay.ts';
import { carryOut } from './carry-out.ts';
import { type Command, readId, type Values, WrongCall } from './command.ts';
import { readChanges, readOptions } from './options.ts';

const SETTINGS = {
  'lane-scheme': 'LABEL,LABEL,…',
  mode: 'timed|placesOnly',
  visibility: 'hidden|placesOnly|full',
};

function readSettings(values: Values): Partial<ScheduleSettings> {
  const names = {
    'lane-scheme': 'laneScheme',
    mode: 'defaultResultMode',
    visibility: 'defaultResultVisibility',
  };
  return readChanges<ScheduleSettings>(ScheduleCreate.properties, names, values);
}

export const scheduleCreate: Command = {
  name: 'schedule create',
  summary: 'give an event its schedule, a draft at first',
  options: { event: 'EVENT', ...SETTINGS },
  optional: Object.keys(SETTINGS),
  run: async (values, context) => {
    const eventId = readId('event', values.event);
    const input: ScheduleSettings = {
      laneScheme: null,
      defaultResultMode: 'timed',
      defaultResultVisibility: 'full',
      ...readSettings(values),
    };
    const done = await carryOut(context, { operation: createSchedule, eventId, input });
    const { status } = done.schedule;
    const text = done.isNew
      ? `Event ${eventId} has a schedule, a draft: running-order schedule publish shows it to the public.`
      : `Event ${eventId} had a schedule already, which stays as it is: running-order schedule settings changes it.`;
    return { json: { eventId, status }, text };
  },
};

export const scheduleSettings: Command = {
  name: 'schedule settings',
  summary:
    'change the labels of the lanes (an empty list clears them), the mode of races that are added from now on, and what of results the public sees',
  options: { event: 'EVENT', ...SETTINGS },
  optional: Object.keys(SETTINGS),
  run: async (values, context) => {
    const eventId = readId('event', values.event);
    const input = readSettings(values);
    if (Object.keys(input).length === 0) {
      throw new WrongCall('Say what is to change.', scheduleSettings);
    }
    const schedule = await carryOut(context, { operation: changeSettings, eventId, input });
    return { json: summaryOf(schedule), text: `The schedule of event ${eventId} is changed.` };
  },
};

export const schedulePublish: Command = {
  name: 'schedule publish',
  summary: 'show a schedule to the public',
  options: { event: 'EVENT' },
  run: async (values, context) => {
    const eventId = readId('event', values.event);
    const call = { operation: publishSchedule, eventId, input: undefined };
    const { status } = await carryOut(context, call);
    const address = `${context.settings.publicUrl}/events/${eventId}`;
    return { json: { eventId, status }, text: `Everybody sees it now: ${address}` };
  },
};

export const scheduleUnpublish: Command = {
  name: 'schedule unpublish',
  summary: 'take a published schedule back to draft',
  options: { event: 'EVENT' },
  run: async (values, context) => {
    const eventId = readId('event', values.event);
    const call = { operation: unpublishSchedule, eventId, input: undefined };
    const { status } = await carryOut(context, call);
    return {
      json: { eventId, status },
      text: `The schedule of event ${eventId} is a draft again.`,
    };
  },
};

const Delay = Type.Object({
  day: DelayWrite.properties.venueDay,
  minutes: DelayWrite.properties.delayMinutes,
});

export const scheduleDelay: Command = {
  name: 'schedule delay',
  summary: 'say how late a day runs, or early with -MINUTES; 0 for on time',
  options: { event: 'EVENT', day: 'YYYY-MM-DD', minutes: 'MINUTES' },
  run: async (values, context) => {
    const eventId = readId('event', values.event);
    const { day: venueDay, minutes } = readOptions<{ day: string; minutes: number }>(Delay, values);
    const input = { venueDay, delayMinutes: minutes };
    const day = await carryOut(context, { operation: setDelay, eventId, input });
    const when =
      minutes === 0 ? 'on time' : `${Math.abs(minutes)} minutes ${minutes > 0 ? 'late' : 'early'}`;
    const races = `races without a result on that day: ${day.unscored.length}`;
    return { json: delayView(day), text: `${venueDay} runs ${when} (${races}).` };
  },
};
