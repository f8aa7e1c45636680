/** The settings of the schedule. */
import { SettingsWrite } from '../../contract/console/office-writes.ts';
import { changeOfficeSettings } from '../../operations/office/change-office-settings.ts';
import { officeWrite } from './office-route.ts';

/** PUT /events/{id}/settings */
export const putSettings = officeWrite({
  method: 'PUT',
  path: '/settings',
  body: SettingsWrite,
  operation: changeOfficeSettings,
  input: (body) => body,
  answer: ({ result: settings }) => ({ settings }),
});
