/** The routes of the race office. */
import Type from 'typebox';
import { id } from '../fields.ts';
import { ImportAnswer, ImportWrite } from '../import.ts';
import { MAX_BODY_BYTES, MAX_IMPORT_BODY_BYTES } from '../limits.ts';
import type { ConsoleRow, RouteKey } from '../route-table.ts';
import * as webhooks from '../webhooks.ts';
import { ErasedCrew, EraseWrite, ErasurePreview } from './erasure.ts';
import { Publication } from './events.ts';
import { HistoryPage, Undone } from './history.ts';
import { Office, PlaceWrite } from './office.ts';
import * as progression from './office-progression.ts';
import * as writes from './office-writes.ts';

export const OFFICE_ROUTES = {
  'GET /events/{eventId}/office': {
    who: 'event-manager',
    summary: 'Read all of an event: crews, races, lanes, results, unmasked',
    answer: Office,
  },
  'GET /events/{eventId}/live': {
    who: 'event-manager',
    summary: 'Server-sent events: `change` with the revision, `people` with who else is there',
    sends: 'events',
  },
  'PUT /events/{eventId}/races': {
    who: 'event-manager',
    summary: 'Add, change and remove races: one push, all or nothing',
    body: writes.RacesWrite,
    maxBodyBytes: MAX_BODY_BYTES,
    answer: writes.WrittenRaces,
    conditions: ['conflict'],
  },
  'PUT /events/{eventId}/crews': {
    who: 'event-manager',
    summary: 'Add, change and remove crews: one push, all or nothing',
    body: writes.CrewsWrite,
    maxBodyBytes: MAX_BODY_BYTES,
    answer: writes.WrittenCrews,
    conditions: ['conflict'],
  },
  'POST /events/{eventId}/import': {
    who: 'event-manager',
    summary:
      'Say what would become of files, or with `preview` of that answer write it; a file has at most 5 MiB, all of them 10 MiB, and one import of a person is read at a time',
    body: ImportWrite,
    maxBodyBytes: MAX_IMPORT_BODY_BYTES,
    answer: ImportAnswer,
    conditions: ['conflict'],
  },
  'POST /events/{eventId}/crews/merge': {
    who: 'event-manager',
    summary: 'Merge two crews that are one: the kept one takes over id, lanes and followers',
    body: writes.MergeWrite,
    answer: writes.WrittenCrews,
    conditions: ['conflict'],
  },
  'POST /events/{eventId}/crews/{crewId}/erase': {
    who: 'event-admin',
    summary:
      'Erase the names of a crew, also of one that was removed: with `preview` say what that would do, with `confirm`, its name, do it; nothing undoes it',
    body: EraseWrite,
    answer: ErasedCrew,
    preview: ErasurePreview,
    conditions: ['proof'],
  },
  'PUT /events/{eventId}/races/{raceId}/lanes': {
    who: 'event-manager',
    summary: 'Draw a race: all of its lanes',
    body: writes.OfficeLanesWrite,
    maxBodyBytes: MAX_BODY_BYTES,
    answer: writes.WrittenRace,
    conditions: ['conflict'],
  },
  'POST /events/{eventId}/draw-plan': {
    who: 'event-manager',
    summary: 'Say how the program would draw crews into races, by chance or by a ranking',
    body: progression.DrawPlanWrite,
    answer: progression.DrawPlan,
    conditions: ['conflict'],
  },
  'POST /events/{eventId}/draw': {
    who: 'event-manager',
    summary: 'Draw crews into races as the plan with the same body and its `seed` says',
    body: progression.DrawWrite,
    answer: writes.WrittenRaces,
    conditions: ['conflict'],
  },
  'PUT /events/{eventId}/races/{raceId}/results': {
    who: 'event-manager',
    summary: 'Post results of a race, or take them back',
    body: writes.OfficeResultsWrite,
    maxBodyBytes: MAX_BODY_BYTES,
    answer: writes.WrittenRace,
    conditions: ['conflict'],
  },
  'PATCH /events/{eventId}/races/{raceId}/racing': {
    who: 'event-manager',
    summary:
      'Say the kind of a race, when it was started and whether it is closed; times of day, categories and allowances of entries',
    body: writes.RacingWrite,
    maxBodyBytes: MAX_BODY_BYTES,
    answer: writes.WrittenRace,
    conditions: ['conflict'],
  },
  'PUT /events/{eventId}/crews/{crewId}/withdrawn': {
    who: 'event-manager',
    summary: 'Take a crew out of all races where it has no result, or put it back in them',
    body: writes.WithdrawnWrite,
    answer: writes.WrittenRaces,
    conditions: ['conflict'],
  },
  'PUT /events/{eventId}/races/{raceId}/lanes/{position}/withdrawn': {
    who: 'event-manager',
    summary: 'Take the crew of a lane that has no result out of its race, or put it back',
    body: writes.WithdrawnWrite,
    answer: writes.WrittenRace,
    conditions: ['conflict'],
  },
  'PUT /events/{eventId}/place': {
    who: 'event-manager',
    summary: 'Say where in the office the person is, so that others see it',
    body: PlaceWrite,
  },
  'GET /events/{eventId}/history': {
    who: 'event-manager',
    summary: 'Who changed what, newest first; filters hold together',
    query: {
      race: id(),
      crew: id(),
      person: id(),
      key: Type.String(),
      operation: Type.String(),
      before: id(),
    },
    answer: HistoryPage,
  },
  'POST /events/{eventId}/history/{entryId}/undo': {
    who: 'event-manager',
    summary: 'Undo one entry of the history by a new one',
    answer: Undone,
    conditions: ['conflict'],
  },
  'POST /events/{eventId}/races/{raceId}/restore': {
    who: 'event-manager',
    summary: 'Bring a race back as it was at a moment, also one that was removed',
    body: writes.RestoreWrite,
    answer: writes.WrittenRace,
    conditions: ['conflict'],
  },
  'PUT /events/{eventId}/races/{raceId}/state': {
    who: 'event-manager',
    summary: 'Cancel a race, postpone it, or take that back',
    body: writes.StateWrite,
    answer: writes.WrittenRace,
    conditions: ['conflict'],
  },
  'PUT /events/{eventId}/races/{raceId}/official': {
    who: 'event-manager',
    summary: 'Make the results of a race official, or provisional again',
    body: writes.OfficialWrite,
    answer: writes.WrittenRace,
    conditions: ['conflict'],
  },
  'PUT /events/{eventId}/races/{raceId}/progression': {
    who: 'event-manager',
    summary: 'Say where the crews of its lanes come from: all rules of the race',
    body: writes.ProgressionWrite,
    maxBodyBytes: MAX_BODY_BYTES,
    answer: writes.WrittenRace,
    conditions: ['conflict'],
  },
  'PUT /events/{eventId}/progression': {
    who: 'event-manager',
    summary: 'Say where the crews of many races come from: all rules of each, all or nothing',
    body: writes.RoundsWrite,
    maxBodyBytes: MAX_BODY_BYTES,
    answer: writes.WrittenRaces,
    conditions: ['conflict'],
  },
  'GET /patterns': {
    who: 'signed-in',
    summary: 'List the progressions that regattas row',
    answer: progression.PatternList,
  },
  'POST /events/{eventId}/pattern/preview': {
    who: 'event-manager',
    summary: 'Say what a pattern would make of races: those to which crews go on, with their rules',
    body: progression.PatternPreviewWrite,
    maxBodyBytes: MAX_BODY_BYTES,
    answer: progression.PatternPreview,
  },
  'POST /events/{eventId}/pattern': {
    who: 'event-manager',
    summary: 'Make the races and the rules of a pattern, for one class or several: all or nothing',
    body: progression.PatternWrite,
    maxBodyBytes: MAX_BODY_BYTES,
    answer: writes.WrittenRaces,
    conditions: ['conflict'],
  },
  'POST /events/{eventId}/races/{raceId}/progression/apply': {
    who: 'event-manager',
    summary: 'Draw the crews that the rules name now',
    body: writes.SeenWrite,
    answer: writes.WrittenRace,
    conditions: ['conflict'],
  },
  'PUT /events/{eventId}/settings': {
    who: 'event-manager',
    summary: 'Change settings of the schedule',
    body: writes.SettingsWrite,
    answer: writes.WrittenSettings,
    conditions: ['conflict'],
  },
  'PUT /events/{eventId}/delay': {
    who: 'event-manager',
    summary:
      'Set the delay of a venue day, by minutes or by the start of a race; with preview=true, only say what that would do',
    query: { preview: Type.Boolean() },
    body: writes.OfficeDelayWrite,
    answer: writes.WrittenDelay,
    conditions: ['conflict'],
  },
  'POST /events/{eventId}/retime': {
    who: 'event-manager',
    summary:
      'Move the planned starts of a venue day from a race on; with preview=true, only say what that would do',
    query: { preview: Type.Boolean() },
    body: writes.RetimeWrite,
    answer: writes.Retimed,
    conditions: ['conflict'],
  },
  'POST /events/{eventId}/notices': {
    who: 'event-manager',
    summary: 'Tell everybody who follows the event something, on the board and by notification',
    body: writes.NoticeWrite,
    status: 201,
    answer: writes.WrittenNotice,
    conditions: ['conflict'],
  },
  'DELETE /events/{eventId}/notices/{noticeId}': {
    who: 'event-manager',
    summary: 'Take a notice back',
    answer: writes.Written,
  },
  'GET /events/{eventId}/publication': {
    who: 'event-manager',
    summary: 'What crews will see, and what has changed since they last saw it',
    answer: Publication,
  },
  'GET /events/{eventId}/export/site': {
    who: 'event-manager',
    summary: 'What the public sees of the event, as a site of plain files in an archive (ZIP)',
    query: {
      lang: Type.String({
        description: 'Languages of the board, such as `de,en`; English where none is given.',
      }),
    },
    sends: 'file',
    conditions: ['conflict'],
  },
  'GET /events/{eventId}/export/{format}': {
    who: 'event-manager',
    summary: 'The event as a file, also what the public does not see',
    sends: 'file',
  },
  'POST /events/{eventId}/publish': {
    who: 'event-manager',
    summary: 'Publish the schedule, and tell followers once that it is out',
    body: writes.PublishWrite,
    answer: writes.WrittenPublication,
    conditions: ['conflict'],
  },
  'GET /events/{eventId}/webhooks': {
    who: 'event-manager',
    summary: 'Who else is told of changes: the webhooks of the event, oldest first',
    answer: webhooks.WebhookList,
  },
  'POST /events/{eventId}/webhooks': {
    who: 'event-manager',
    summary:
      'Have changes of the public board told to an address with `https:`; the secret of the answer is shown this once, and an event has at most 10',
    body: webhooks.WebhookWrite,
    status: 201,
    answer: webhooks.MadeWebhook,
    conditions: ['conflict'],
  },
  'PATCH /events/{eventId}/webhooks/{webhookId}': {
    who: 'event-manager',
    summary: 'Change what a webhook is called and told of, or switch it on or off',
    body: webhooks.WebhookPatch,
    answer: webhooks.Webhook,
  },
  'DELETE /events/{eventId}/webhooks/{webhookId}': {
    who: 'event-manager',
    summary: 'Remove a webhook, with what is still to be sent to it',
  },
  'GET /events/{eventId}/webhooks/{webhookId}/deliveries': {
    who: 'event-manager',
    summary: 'What became of the last deliveries of a webhook, newest first',
    answer: webhooks.WebhookDeliveries,
  },
  'POST /events/{eventId}/webhooks/{webhookId}/test': {
    who: 'event-manager',
    summary: 'Send a delivery of the type `test`',
    status: 202,
    answer: webhooks.WebhookDelivery,
    conditions: ['conflict'],
  },
  'POST /events/{eventId}/webhooks/deliveries/{deliveryId}/again': {
    who: 'event-manager',
    summary: 'Send a delivery again, as it was',
    status: 202,
    answer: webhooks.WebhookDelivery,
    conditions: ['conflict'],
  },
  'POST /events/{eventId}/webhooks/{webhookId}/deliveries/{deliveryId}/again': {
    who: 'event-manager',
    summary: 'The same, below the webhook of the delivery',
    status: 202,
    answer: webhooks.WebhookDelivery,
    conditions: ['conflict'],
  },
  'POST /events/{eventId}/unpublish': {
    who: 'event-manager',
    summary:
      'Take the published schedule back: it is a draft again, and its event announced if it was',
    body: writes.SeenWrite,
    answer: writes.WrittenStatus,
    conditions: ['conflict'],
  },
} satisfies Record<RouteKey, ConsoleRow>;
