/** The settings of the schedule. */
import { settingsOf } from '../../domain/event/schedule.ts';
import { changeSettings } from '../../operations/pushes/schedule.ts';
import type { ConsoleRoute } from '../route.ts';
import { officeRoute } from './office-route.ts';

export const SETTINGS_ROUTES: readonly ConsoleRoute[] = [
  officeRoute('PUT /events/{eventId}/settings', {
    operation: changeSettings,
    input: (body) => body,
    answer: ({ schedule }) => ({ settings: settingsOf(schedule) }),
  }),
];
