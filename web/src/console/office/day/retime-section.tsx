/** New planned times for the races of a day from one on: shifted, from a next start on, or fitted into a span. */
import { useEffect, useId } from 'preact/hooks';
import type { OfficeRace } from '../../../../../src/contract/console/office.ts';
import type { Retimed } from '../../../../../src/contract/console/office-writes.ts';
import { FormFrame } from '../../components/form-frame.tsx';
import { SelectField } from '../../components/field.tsx';
import { useForm } from '../../form.ts';
import { shownRevision } from '../../office.ts';
import { allOrNothing, asReply, refusedHere } from '../outcome.ts';
import { type OfficeWrite, writeOffice } from '../write.ts';
import { MinutesField, TimeField } from '../time-fields.tsx';
import {
  canMove,
  delayOf,
  inWords,
  missingOf,
  nextRace,
  racesOn,
  retimeBody,
  type RetimeForm,
} from './day-decisions.ts';
import type { DayProps } from './day-props.ts';
import { dayWords } from './day-words.ts';
import { RaceField } from './race-field.tsx';
import { type PreviewRow, PreviewTable } from './preview-table.tsx';
import { usePreview } from './use-preview.ts';

const MINUTE_MILLIS = 60_000;
/** What a race takes at least on most courses. */
const USUAL_GAP_MINUTES = '5';

export function RetimeSection({ eventId, document, day }: DayProps) {
  const t = dayWords.value;
  const titleId = useId();
  const races = racesOn(document, day);
  const movable = races.filter(canMove);
  const form = useForm<RetimeForm>({
    name: `retime ${eventId} ${day}`,
    initial: {
      kind: 'shift',
      fromRaceId: String((nextRace(races) ?? movable[0])?.id ?? ''),
      shiftMinutes: '',
      nextAt: '',
      lastAt: '',
      minGapMinutes: USUAL_GAP_MINUTES,
    },
    revision: shownRevision,
  });
  const body = retimeBody(form.values.value);
  const preview = usePreview<Retimed>({
    ...{ method: 'POST', path: `/events/${eventId}/retime`, body, seen: document.revision },
  });
  useEffect(() => {
    form.problem.value = preview.problem && inWords(preview.problem, t.faults);
  }, [preview.problem]);
  const moved = preview.answer?.races ?? [];
  const save = async () => {
    if (!body) {
      const field = missingOf(form.values.peek());
      return refusedHere(field, field.endsWith('At') ? t.faults.noTime : t.faults.missing);
    }
    return asReply(
      writeOffice<Retimed>(eventId, retimeWrite(body, form.seen(), moved, t.retime.done)),
    );
  };
  const told = document.status === 'published' ? t.retime.notTold : t.retime.draft;
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId}>{t.retime.title}</h2>
      {movable.length === 0 ? (
        <p class="quiet">{t.retime.noRaces}</p>
      ) : (
        <>
          <p class="quiet">{t.retime.hint}</p>
          <FormFrame
            form={form}
            submitText={moved.length > 0 ? t.retime.move(moved.length) : t.retime.title}
            onSubmit={save}
            onDone={() => form.discard()}
            canDiscard
          >
            <RaceField form={form} name="fromRaceId" label={t.retime.from} races={movable} />
            <SelectField
              form={form}
              name="kind"
              label={t.retime.kind}
              options={(['shift', 'next', 'fit'] as const).map((kind) => [kind, t.retime[kind]])}
            />
            <KindFields form={form} />
            <p role="status" class="effect">
              {preview.isAsked && t.previewing}
              {preview.answer && (moved.length === 0 ? t.retime.nothing : told)}
            </p>
          </FormFrame>
          {moved.length > 0 && (
            <PreviewTable
              rows={rowsOf(moved, races, delayOf(document, day))}
              timezone={document.event.timezone}
            />
          )}
        </>
      )}
    </section>
  );
}

function KindFields({ form }: { form: ReturnType<typeof useForm<RetimeForm>> }) {
  const t = dayWords.value.retime;
  const { kind } = form.values.value;
  if (kind === 'shift')
    return <MinutesField form={form} name="shiftMinutes" label={t.shiftMinutes} />;
  return (
    <div class="side-by-side">
      <TimeField form={form} name="nextAt" label={t.nextAt} />
      {kind === 'fit' && <TimeField form={form} name="lastAt" label={t.lastAt} />}
      {kind === 'fit' && <MinutesField form={form} name="minGapMinutes" label={t.minGap} />}
    </div>
  );
}

/** All races move, or none: a plan of which parts are left out would be another one. */
function retimeWrite(
  body: object,
  seen: number,
  moved: Retimed['races'],
  said: string,
): OfficeWrite {
  const afterOf = (raceId: number | undefined) => moved.find(({ id }) => id === raceId)?.after;
  return {
    method: 'POST',
    path: '/retime',
    seen,
    ...allOrNothing(body, ({ subject, id }, property) =>
      subject === 'race' && property === 'scheduledAt' ? afterOf(id) : undefined,
    ),
    said,
  };
}

/** Planned times as crews see them, with the delay of the day. */
function rowsOf(
  moved: Retimed['races'],
  races: readonly OfficeRace[],
  delayMinutes: number,
): PreviewRow[] {
  const seenAt = (at: string) => Date.parse(at) + delayMinutes * MINUTE_MILLIS;
  return moved.flatMap(({ id, before, after }) => {
    const race = races.find((each) => each.id === id);
    return race ? [{ race, before: seenAt(before), after: seenAt(after) }] : [];
  });
}
