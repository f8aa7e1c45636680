/**
 * The unsaved drafts of this tab, on whatever page the person is: the links to the parts, the choice of a race and "Needs
 * attention" show them.
 */
import { computed } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { person } from '../account/session.ts';
import { storedKeys } from '../tab-storage.ts';
import { type UnsavedThing, unsavedThings } from './unsaved-things.ts';

/** The unsaved drafts of an event in this tab. */
export function useUnsaved(eventId: number): readonly UnsavedThing[] {
  const things = useMemo(
    () =>
      computed(() => {
        const personId = person.value?.id ?? 0;
        return unsavedThings(storedKeys.value, { personId, eventId });
      }),
    [eventId],
  );
  return things.value;
}
