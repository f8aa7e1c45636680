/** New planned times for the races of a day from one on: shifted, by the next start, or fitted into a span. */
import { useEffect, useId } from 'preact/hooks';
import type { OfficeRace } from '../../../../../src/contract/console/office.ts';
import type { Retimed } from '../../../../../src/contract/console/office-writes.ts';
import { askPreview } from '../../api.ts';
import { MinutesField, SelectField, TickField, TimeField } from '../../components/field.tsx';
import { FormFrame } from '../../components/form-frame.tsx';
import { shownRevision } from '../../documents/office.ts';
import { useForm } from '../../form.ts';
import { dayWords } from '../../words/office-day.ts';
import { allOrNothing, asReply, refusedHere, writeOffice } from '../conflicts/write.ts';
import { usePreview } from '../use-preview.ts';
import {
  audienceOfDelay,
  canMove,
  inWords,
  missingOf,
  nextRace,
  notifiesFollowers,
  type RetimeForm,
  racesOn,
  replyInWords,
  retimeBody,
} from './day-decisions.ts';
import { type DayProps, type PreviewRow, PreviewTable, RaceField } from './section-parts.tsx';

/** The least time between two starts on most courses. */
const USUAL_GAP_MINUTES = '5';

const NOTHING_TYPED: Omit<RetimeForm, 'fromRaceId'> = {
  kind: 'shift',
  shiftMinutes: '',
  nextAt: '',
  lastAt: '',
  minGapMinutes: USUAL_GAP_MINUTES,
  notify: '',
};

export function RetimeSection({ eventId, document, day }: DayProps) {
  const t = dayWords.value;
  const titleId = useId();
  const races = racesOn(document, day);
  const movable = races.filter(canMove);
  const form = useForm<RetimeForm>({
    name: `retime ${eventId} ${day}`,
    initial: {
      ...NOTHING_TYPED,
      fromRaceId: String((nextRace(races) ?? movable[0])?.id ?? ''),
    },
    held: ['fromRaceId'],
    revision: shownRevision,
  });
  const body = retimeBody(form.values.value);
  const preview = usePreview(
    (sent) => askPreview('POST /events/{eventId}/retime', { params: { eventId }, body: sent }),
    { eventId, body, seen: document.revision },
  );
  useEffect(() => {
    form.problem.value = preview.problem && inWords(preview.problem, t.faults);
  }, [preview.problem]);
  const moved = preview.answer?.races ?? [];
  const rows = rowsOf(moved, races);
  const notify = notifiesFollowers(form.values.value, preview.answer && rows.filter(isSeen));
  const isTold = notify ?? false;
  const hears = audienceOfDelay(document, races, Date.now());
  const save = async () => {
    if (!body) {
      const field = missingOf(form.values.peek());
      return refusedHere(field, field.endsWith('At') ? t.faults.noTime : t.faults.missing);
    }
    const afterOf = (raceId: number | undefined) => moved.find(({ id }) => id === raceId)?.after;
    const write = writeOffice('POST /events/{eventId}/retime', {
      params: { eventId },
      seen: form.seen(),
      ...allOrNothing({ ...body, ...(notify !== undefined && { notify }) }, ({ subject, id }) =>
        subject === 'race' ? { scheduledAt: afterOf(id) } : undefined,
      ),
      said: t.retime.done,
    });
    return replyInWords(asReply(write), t.faults);
  };
  return (
    <section class="columns" aria-labelledby={titleId}>
      <div>
        <h2 id={titleId}>{t.retime.title}</h2>
        <p class="quiet">{movable.length === 0 ? t.retime.noRaces : t.retime.hint}</p>
        {(movable.length > 0 || form.isChanged.value) && (
          <FormFrame
            form={form}
            isQuiet
            submitText={moved.length > 0 ? t.retime.move(moved.length) : t.retime.title}
            onSubmit={save}
            canDiscard
          >
            <RaceField
              form={form}
              name="fromRaceId"
              label={t.retime.from}
              document={document}
              races={movable}
            />
            <SelectField
              form={form}
              name="kind"
              label={t.retime.kind}
              options={(['shift', 'next', 'fit'] as const).map((kind) => [kind, t.retime[kind]])}
            />
            <KindFields form={form} />
            {hears.kind === 'told' && rows.some(isSeen) && (
              <TickField
                form={form}
                name="notify"
                label={t.retime.notify}
                isTicked={isTold}
                onValue={(isTicked) => form.set('notify', isTicked ? 'yes' : 'no')}
              />
            )}
            <p role="status" class="effect">
              {preview.isAsked && t.previewing}
              {preview.answer && effectText(rows, hears, isTold)}
            </p>
          </FormFrame>
        )}
      </div>
      {moved.length > 0 && <PreviewTable rows={rows} timezone={document.event.timezone} />}
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

/** The times that crews see, before and after: then the planned one, because the races leave the delay of the day. */
function rowsOf(moved: Retimed['races'], races: readonly OfficeRace[]): PreviewRow[] {
  return moved.flatMap(({ id, after }) => {
    const race = races.find((each) => each.id === id);
    return race ? [{ race, before: Date.parse(race.estimatedAt), after: Date.parse(after) }] : [];
  });
}

/** Whether crews will see another time for a race. */
function isSeen({ race, before, after }: PreviewRow): boolean {
  return race.state === 'planned' && before !== after;
}

/** Text about who is told of the new times. */
function effectText(
  rows: readonly PreviewRow[],
  hears: ReturnType<typeof audienceOfDelay>,
  isTold: boolean,
): string {
  const t = dayWords.value;
  if (rows.length === 0) return t.retime.nothing;
  if (hears.kind !== 'told') return t.hears[hears.kind];
  if (!rows.some(isSeen)) return t.retime.sameTimes;
  return isTold ? t.hears.told(hears.count) : t.retime.notTold;
}
