/** The schedule of an event: created, set, published, un-published, delayed. */
import Type from 'typebox';
import { DelayWrite, ScheduleCreate } from '../../contract/schedule.ts';
import { type DelayedDay, delayView, estimatedStart } from '../../domain/day/delay.ts';
import { type ScheduleSettings, summaryOf } from '../../domain/event/schedule.ts';
import {
  changeSettings,
  createSchedule,
  publishSchedule,
  scheduleOf,
  setDelay,
  unpublishSchedule,
} from '../../operations/pushes/schedule.ts';
import { type Command, readId, type Values, withDatabase } from '../command.ts';
import { requireEvent } from '../existing.ts';
import { listed, readChanges, readOptions, requireChange } from '../options.ts';
import { perform, performOn } from '../perform.ts';
import { clockTime } from './race-text.ts';

const SETTINGS = {
  'lane-scheme': ['laneScheme', 'LABEL,LABEL,…'],
  mode: ['defaultResultMode', 'timed|placesOnly'],
  visibility: ['defaultResultVisibility', 'hidden|placesOnly|full'],
} as const;

function readSettings(values: Values): Partial<ScheduleSettings> {
  return readChanges(ScheduleCreate.properties, SETTINGS, values);
}

export const scheduleCreate: Command = {
  name: 'schedule create',
  summary: 'give an event its schedule, a draft at first',
  options: { event: 'EVENT', ...listed(SETTINGS) },
  optional: Object.keys(SETTINGS),
  run: async (values, context) => {
    const eventId = readId('event', values.event);
    const input = readSettings(values);
    const done = await perform(context, { operation: createSchedule, eventId, input });
    const { status = 'draft' } = done.schedule ?? {};
    const text = done.result.isNew
      ? `Event ${eventId} has a schedule, a draft: running-order schedule publish shows it to the public.`
      : `Event ${eventId} had a schedule already, which stays as it is: running-order schedule settings changes it.`;
    return { json: { eventId, status }, text };
  },
};

export const scheduleSettings: Command = {
  name: 'schedule settings',
  summary:
    'change the labels of the lanes (an empty list clears them), the mode of races that are added from now on, and what of results the public sees',
  options: { event: 'EVENT', ...listed(SETTINGS) },
  optional: Object.keys(SETTINGS),
  run: async (values, context) => {
    const eventId = readId('event', values.event);
    const input = readSettings(values);
    requireChange(input, scheduleSettings);
    const done = await perform(context, { operation: changeSettings, eventId, input });
    return {
      json: summaryOf(scheduleOf(done)),
      text: `The schedule of event ${eventId} is changed.`,
    };
  },
};

export const schedulePublish: Command = {
  name: 'schedule publish',
  summary: 'show a schedule to the public',
  options: { event: 'EVENT' },
  run: async (values, context) => {
    const eventId = readId('event', values.event);
    const call = { operation: publishSchedule, eventId, input: undefined };
    const { status } = scheduleOf(await perform(context, call));
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
    const { status } = scheduleOf(await perform(context, call));
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
  summary:
    'say how late a day runs, or early with -MINUTES; 0 for on time; --preview: only show the estimates',
  options: { event: 'EVENT', day: 'YYYY-MM-DD', minutes: 'MINUTES' },
  flags: ['preview'],
  run: (values, context) =>
    withDatabase(context, async (database) => {
      const eventId = readId('event', values.event);
      const { day, minutes } = readOptions(Delay, values);
      const input = { venueDay: day, delayMinutes: minutes };
      const isPreview = values.preview !== undefined;
      const call = { operation: setDelay, eventId, input, isPreview };
      const { result: delayed } = await performOn(database, context, call);
      const { timezone } = await requireEvent(database.reads, eventId);
      return { json: delayView(delayed), text: delayText(delayed, timezone, isPreview) };
    }),
};

function delayText(delayed: DelayedDay, timezone: string | null, isPreview: boolean): string {
  const { venueDay, delayMinutes, unscored } = delayed;
  const minutes = `${Math.abs(delayMinutes)} minutes ${delayMinutes > 0 ? 'late' : 'early'}`;
  const when = delayMinutes === 0 ? 'on time' : minutes;
  const races = `races without a result on that day: ${unscored.length}`;
  if (!isPreview) return `${venueDay} runs ${when} (${races}).`;
  const lines = unscored.map(({ raceNumber, scheduledAt }) => {
    const estimate = clockTime(
      estimatedStart(scheduledAt, { delayMinutes, until: null }),
      timezone,
    );
    return `  race ${raceNumber}  ${clockTime(scheduledAt, timezone)} → ${estimate}`;
  });
  return [`${venueDay} would run ${when} (${races}); nothing is written.`, ...lines].join('\n');
}
