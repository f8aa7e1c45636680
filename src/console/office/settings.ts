/** The settings of the schedule. */
import { SettingsWrite } from '../../contract/console/office-writes.ts';
import { settingsOf } from '../../domain/schedule.ts';
import { changeSettings } from '../../operations/schedule.ts';
import { officeWrite } from './office-route.ts';

/** PUT /events/{id}/settings */
export const putSettings = officeWrite({
  method: 'PUT',
  path: '/settings',
  body: SettingsWrite,
  operation: changeSettings,
  input: (body) => body,
  answer: ({ schedule }) => ({ settings: settingsOf(schedule) }),
});
