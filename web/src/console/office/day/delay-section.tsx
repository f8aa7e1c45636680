/** The delay of a venue day: by minutes, or as "race N now at HH:MM" (console, "Day"). */
import { useEffect, useId } from 'preact/hooks';
import type { OfficeRace } from '../../../../../src/contract/console/office.ts';
import type { WrittenDelay } from '../../../../../src/contract/console/office-writes.ts';
import { numberShown } from '../../../../../src/domain/races/race-name.ts';
import { dayDelayText, minutesText, timeOfDay } from '../../../shared/times.ts';
import { words } from '../../../shared/words/board.ts';
import { askPreview } from '../../api.ts';
import { MinutesField, SelectField, TimeField } from '../../components/field.tsx';
import { FormFrame } from '../../components/form-frame.tsx';
import { shownRevision } from '../../documents/office.ts';
import { type Form, useForm } from '../../form.ts';
import { dayWords } from '../../words/office-day.ts';
import { allOrNothing, asReply, refusedHere, writeOffice } from '../conflicts/write.ts';
import { usePreview } from '../use-preview.ts';
import {
  audienceOfDelay,
  canMove,
  type DelayEnd,
  type DelayForm,
  delayBody,
  delayOf,
  endOf,
  endsOffered,
  inWords,
  movedBy,
  NO_END,
  nextRace,
  racesOn,
  replyInWords,
} from './day-decisions.ts';
import {
  AsItStands,
  type DayProps,
  focusField,
  type PreviewRow,
  PreviewTable,
  RaceField,
  useProposal,
} from './section-parts.tsx';

const STEPS = [-10, -5, 5, 10] as const;

export function DelaySection({ eventId, document, day }: DayProps) {
  const t = dayWords.value;
  const titleId = useId();
  const races = racesOn(document, day);
  const { timezone } = document.event;
  const runs = delayOf(document, day);
  const waiting = races.filter((race) => canMove(race) && race.state === 'planned');
  const form = useForm<DelayForm>({
    name: `delay ${eventId} ${day}`,
    initial: {
      delayMinutes: String(runs.delayMinutes),
      raceId: String(nextRace(races)?.id ?? ''),
      startsAt: '',
      until: '',
    },
    // Held, because somebody may start the race while its new time is typed: the time still belongs to this race.
    held: ['raceId'],
    revision: shownRevision,
  });
  useProposed(form);
  const typed = form.values.value;
  const ends = endsOffered(races, { ...movedBy(typed, races, timezone), now: runs }, timezone);
  const until = endOf(typed.until, runs, ends);
  const body = delayBody(typed, day, runs, until);
  const preview = usePreview(
    (sent) => askPreview('PUT /events/{eventId}/delay', { params: { eventId }, body: sent }),
    { eventId, body, seen: document.revision },
  );
  useEffect(() => {
    form.problem.value = preview.problem && inWords(preview.problem, t.faults);
  }, [preview.problem]);
  const save = async () => {
    if (!body) {
      const { startsAt } = form.values.peek();
      return startsAt === ''
        ? refusedHere('delayMinutes', t.faults.notMinutes)
        : refusedHere('startsAt', t.faults.noTime);
    }
    const write = writeOffice('PUT /events/{eventId}/delay', {
      params: { eventId },
      seen: form.seen(),
      ...allOrNothing(body, ({ subject, name }) =>
        subject === 'delay' && name === day && preview.answer
          ? { delayMinutes: preview.answer.delayMinutes, until: preview.answer.until }
          : undefined,
      ),
      said: t.delay.done,
    });
    return replyInWords(asReply(write), t.faults);
  };
  return (
    <section class="columns" aria-labelledby={titleId}>
      <div>
        <h2 id={titleId}>{t.delay.title}</h2>
        <p class="quiet">{t.delay.hint}</p>
        <FormFrame form={form} isQuiet submitText={t.delay.set} onSubmit={save} canDiscard>
          <Steps form={form} delayNow={runs.delayMinutes} />
          <MinutesField
            form={form}
            name="delayMinutes"
            label={t.delay.minutes}
            onValue={(value) => typeMinutes(form, value)}
          />
          {(waiting.length > 0 || typed.startsAt !== '') && (
            <OtherStart form={form} document={document} races={waiting} />
          )}
          {ends.length > 0 && (typed.delayMinutes !== '0' || typed.startsAt !== '') && (
            <EndField form={form} until={until} ends={ends} timezone={timezone} />
          )}
          <p role="status" class="effect">
            {preview.isAsked && t.previewing}
            {preview.answer && (
              <>
                <b>{t.delay.becomes(dayDelayText(preview.answer, timezone, words.value))}</b>{' '}
                {hearsText(audienceOfDelay(document, races, Date.now()))}
              </>
            )}
          </p>
        </FormFrame>
      </div>
      {preview.answer ? (
        <PreviewTable rows={rowsOf(preview.answer, races)} timezone={timezone} />
      ) : (
        <AsItStands races={races} timezone={timezone} />
      )}
    </section>
  );
}

/** Fields for the delay by its effect: the time at which a race starts. */
function OtherStart({
  form,
  document,
  races,
}: { form: Form<DelayForm> } & Pick<DayProps, 'document'> & { races: readonly OfficeRace[] }) {
  const t = dayWords.value.delay;
  return (
    <fieldset class="or">
      <legend>{t.or}</legend>
      <div class="side-by-side">
        <RaceField form={form} name="raceId" label={t.race} document={document} races={races} />
        <TimeField
          form={form}
          name="startsAt"
          label={t.startsAt}
          onValue={(value) => form.set('startsAt', value)}
        />
      </div>
    </fieldset>
  );
}

interface EndFieldProps {
  form: Form<DelayForm>;
  /** The end that would be set; `null` for the whole day. */
  until: ReturnType<typeof endOf>;
  ends: readonly DelayEnd[];
  timezone: string | null;
}

function EndField({ form, until, ends, timezone }: EndFieldProps) {
  const t = dayWords.value.delay;
  return (
    <SelectField
      form={form}
      name="until"
      label={t.ends}
      value={until ?? NO_END}
      options={[...ends.map((end) => [end.at, endText(end, timezone)] as const), [NO_END, t.noEnd]]}
    />
  );
}

function endText({ at, race, breakMinutes, isLunch }: DelayEnd, timezone: string | null): string {
  const t = dayWords.value.delay;
  const time = timeOfDay(Date.parse(at), timezone);
  const before = race ? t.beforeRace(numberShown(race), time) : time;
  if (breakMinutes === null) return before;
  return `${isLunch ? t.lunch : t.breakOf(minutesText(breakMinutes))}, ${before}`;
}

/** Takes the delay that the command palette has put into the address: `?delay=10`. */
function useProposed(form: Form<DelayForm>): void {
  useProposal('delay', (minutes) => {
    typeMinutes(form, minutes);
    focusField(form, 'delayMinutes');
  });
}

/** Minutes and a start exclude each other: the one that was typed last counts. */
function typeMinutes(form: Form<DelayForm>, minutes: string): void {
  form.set('startsAt', '');
  form.set('delayMinutes', minutes);
}

function Steps({ form, delayNow }: { form: Form<DelayForm>; delayNow: number }) {
  const t = dayWords.value.delay;
  const shown = Number(form.values.value.delayMinutes);
  const base = Number.isInteger(shown) ? shown : delayNow;
  return (
    <div class="steps">
      {STEPS.map((step) => (
        <button
          key={step}
          type="button"
          class="pill"
          aria-label={t.stepLabel(step)}
          onClick={() => typeMinutes(form, String(base + step))}
        >
          {t.step(step)}
        </button>
      ))}
      {base !== 0 && (
        <button type="button" class="pill" onClick={() => typeMinutes(form, '0')}>
          {t.clear}
        </button>
      )}
    </div>
  );
}

/** The times that crews see for each race of the day, before and after. */
function rowsOf(answer: WrittenDelay, races: readonly OfficeRace[]): PreviewRow[] {
  return answer.races.flatMap(({ id, estimatedAt }) => {
    const race = races.find((each) => each.id === id);
    if (!race) return [];
    return [{ race, before: Date.parse(race.estimatedAt), after: Date.parse(estimatedAt) }];
  });
}

function hearsText(hears: ReturnType<typeof audienceOfDelay>): string {
  const t = dayWords.value.hears;
  return hears.kind === 'told' ? t.told(hears.count) : t[hears.kind];
}
