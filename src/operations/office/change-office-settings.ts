/** Changes the settings of the schedule in the race office; what is left out stays (console, "Day"). */
import { aSchedule } from '../../domain/changes.ts';
import { type Item, keyOf, withProperties } from '../../domain/event-state.ts';
import { type ScheduleSettings, settingsOf } from '../../domain/schedule.ts';
import { officeOperation, type Seen } from './office-operation.ts';

type Input = Seen & { [Name in keyof ScheduleSettings]?: ScheduleSettings[Name] | undefined };

/** The result is the settings as they are now. */
export const changeOfficeSettings = officeOperation<Input, ScheduleSettings>({
  name: 'change-settings',
  plan: ({ stored: { state } }, { seen: _, ...sent }) => {
    const item = state.get(keyOf(aSchedule)) as Item;
    const settings = { ...item.properties, ...sent } as unknown as ScheduleSettings;
    const result = settingsOf(settings);
    return { after: withProperties(state, item, { ...result }), result };
  },
});
