/** The field that says from which earlier regatta a new one starts, also where there are thousands. */
import { useEffect, useState } from 'preact/hooks';
import type { ConsoleEvent } from '../../../../../src/contract/console/events.ts';
import { call } from '../../api.ts';
import { useList } from '../../documents/lists.ts';
import type { Values } from '../../drafts.ts';
import { consoleWords } from '../../words/console.ts';
import { type FieldProps, SelectField } from '../field.tsx';
import { ListSearch } from '../list-parts.tsx';

interface EventChoiceProps<V extends Values> extends FieldProps<V> {
  /** Takes over what was chosen, with what was chosen before; `undefined`: none. */
  onEvent: (chosen: ConsoleEvent | undefined, before: ConsoleEvent | undefined) => void;
}

export function EventChoice<V extends Values>({ onEvent, ...field }: EventChoiceProps<V>) {
  const t = consoleWords.value;
  const list = useList('GET /events');
  const chosenId = String(field.form.values.value[field.name]);
  const [chosen, setChosen] = useState<ConsoleEvent>();
  const found = list.body ?? [];
  const isKnown = String(chosen?.id ?? '') === chosenId;
  useEffect(() => {
    // A draft that was begun earlier names one that may stand on no page of the list.
    if (isKnown) return;
    const params = { eventId: chosenId };
    void call('GET /events/{eventId}', { params }).then((reply) => {
      if (!reply.problem) setChosen(reply.body);
    });
  }, [chosenId]);
  if (found.length === 0 && list.typed === '' && chosenId === '') return null;
  const others = found.filter(({ id }) => id !== chosen?.id);
  const events = [...(chosen ? [chosen] : []), ...others].sort((a, b) =>
    a.startDate < b.startDate ? 1 : -1,
  );
  return (
    <>
      <SelectField
        {...field}
        options={[
          ['', t.event.copyNothing],
          ...events.map(
            ({ id, name, startDate }) => [String(id), `${name}, ${startDate}`] as const,
          ),
        ]}
        onValue={(value) => {
          const event = events.find(({ id }) => String(id) === value);
          setChosen(event);
          onEvent(event, chosen);
        }}
      />
      {(list.hasMore || list.typed !== '') && (
        <ListSearch list={list} label={t.home.findRegatta} count={t.home.regattaCount} />
      )}
    </>
  );
}
