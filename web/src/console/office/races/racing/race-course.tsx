/** A race on the course: what is known about it, and what can be done to it as a whole, one key each. */
import { useState } from 'preact/hooks';
import type { Office, OfficeRace } from '../../../../../../src/contract/console/office.ts';
import { clockText, typedTimeText } from '../../../../../../src/domain/day/typed-times.ts';
import { numberShown } from '../../../../../../src/domain/races/race-name.ts';
import { words } from '../../../../shared/words/board.ts';
import { CancelButton, Confirmation, Dialog } from '../../../components/dialog.tsx';
import { SelectField, TextField } from '../../../components/field.tsx';
import { FormFrame } from '../../../components/form-frame.tsx';
import { Alert } from '../../../components/page-parts.tsx';
import { shownRevision } from '../../../documents/office.ts';
import { useForm, useOnce } from '../../../form.ts';
import { type Problem, refusedText } from '../../../problems.ts';
import { consoleWords } from '../../../words/console.ts';
import { attentionWords } from '../../../words/office-overview.ts';
import { racingWords } from '../../../words/office-racing.ts';
import { asReply, type Outcome, refusalOf, refusedHere } from '../../conflicts/write.ts';
import { type Command, useCommands } from '../../frame/commands.ts';
import { delaysOffered, offeredText } from '../../overview/attention-items.ts';
import { OfferedDelay } from '../../overview/offered-delay.tsx';
import { writeRaceFacts, writeStart } from '../race-writes.ts';
import { momentNow, useComparedClock } from './device-clock.ts';
import { canClose, canStart, type FactsFault, type FactsForm, readFacts } from './race-facts.ts';

interface RaceCourseProps {
  eventId: number;
  document: Office;
  race: OfficeRace;
}

type Asked = 'facts' | 'false-start' | undefined;

export function RaceCourse({ eventId, document, race }: RaceCourseProps) {
  const t = racingWords.value;
  const [asked, ask] = useState<Asked>(undefined);
  const [problem, setProblem] = useState<Problem | undefined>(undefined);
  useComparedClock();
  // A second press would send another time, which would conflict with the first one as if somebody else had written that.
  const [, perform] = useOnce(async (write: () => Promise<Outcome<unknown>>) =>
    setProblem(await refusalOf(write())),
  );
  const close = (closed: boolean) =>
    perform(() =>
      writeRaceFacts(
        eventId,
        race,
        { closed },
        { said: (closed ? t.closed : t.opened)(numberShown(race)) },
      ),
    );
  const start = () => perform(() => writeStart(eventId, race, momentNow()));
  const commands = commandsOf(race, { start, close, ask });
  useCommands(commands);
  return (
    <div class="race-course">
      <DelayOfRace document={document} race={race} />
      <p class="quiet">{factsText(race, document.event.timezone)}</p>
      <Alert texts={[refusedText(problem, consoleWords.value)]} isSmall />
      <div class="race-actions">
        {commands.map(({ id, words: text, keys = [], run }) => (
          <button
            key={id}
            type="button"
            class="pill"
            aria-keyshortcuts={keys[0]?.toUpperCase()}
            // The field with the cursor keeps the focus.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => run?.('')}
          >
            {text}
          </button>
        ))}
      </div>
      {asked === 'facts' && (
        <FactsDialog
          eventId={eventId}
          document={document}
          race={race}
          onClose={() => ask(undefined)}
        />
      )}
      {asked === 'false-start' && (
        <Confirmation
          title={t.falseStartTitle(numberShown(race))}
          action={t.falseStartNow}
          perform={() =>
            asReply(
              writeRaceFacts(
                eventId,
                race,
                { startedAt: null },
                { said: t.notStarted(numberShown(race)) },
              ),
            )
          }
          onDone={() => ask(undefined)}
          onCancel={() => ask(undefined)}
        >
          <p>{t.falseStartMore}</p>
        </Confirmation>
      )}
    </div>
  );
}

/** For a race that did not start at its estimate: offers to set the delay of its day. */
function DelayOfRace({ document, race }: Pick<RaceCourseProps, 'document' | 'race'>) {
  const offered = delaysOffered(document).find(({ raceId }) => raceId === race.id);
  if (!offered) return null;
  const question = offeredText(offered, attentionWords.value);
  return (
    <p class="attention">
      {question} <OfferedDelay eventId={document.event.id} offered={offered} question={question} />
    </p>
  );
}

interface Acts {
  start: () => void;
  close: (closed: boolean) => void;
  ask: (asked: Asked) => void;
}

/** What can be done to a race as it is now. */
function commandsOf(race: OfficeRace, { start, close, ask }: Acts): Command[] {
  const t = racingWords.value;
  const all: (Command & { isPossible: boolean })[] = [
    {
      id: 'racing.start',
      words: t.startNow,
      keys: ['s'],
      isPossible: canStart(race),
      run: start,
    },
    {
      id: 'racing.facts',
      words: t.startAt,
      keys: ['k'],
      isPossible: true,
      run: () => ask('facts'),
    },
    {
      id: 'racing.false-start',
      words: t.falseStart,
      keys: ['z'],
      isPossible: race.startedAt !== null,
      run: () => ask('false-start'),
    },
    {
      id: 'racing.close',
      words: race.closed ? t.open : t.close,
      keys: ['x'],
      isPossible: race.closed || canClose(race),
      run: () => close(!race.closed),
    },
  ];
  return all.filter(({ isPossible }) => isPossible).map(({ isPossible: _, ...command }) => command);
}

/** `Head race · a start every 20 s · started 14:03:22.4 · 14 of 28 in` */
function factsText(race: OfficeRace, timezone: string | null): string {
  const t = racingWords.value;
  const mark = words.value.decimalMark;
  const { startedAt, startIntervalSeconds, scored, entered, clockOffsetMillis } = race;
  const isHead = race.effectiveKind === 'head';
  const at = startedAt === null ? undefined : Date.parse(startedAt);
  return [
    isHead && t.head,
    isHead && startIntervalSeconds !== null && t.every(startIntervalSeconds),
    at !== undefined && t.startedAt(clockText(at, timezone, mark)),
    (isHead || (scored > 0 && scored < entered)) &&
      entered > 0 &&
      words.value.partlyIn(scored, entered),
    clockOffsetMillis !== 0 && t.clockOffset(secondsText(clockOffsetMillis, mark, '+')),
    race.closed && t.isClosed,
  ]
    .filter(Boolean)
    .join(' · ');
}

function secondsText(millis: number, mark: string, plus = ''): string {
  return `${millis > 0 ? plus : ''}${String(millis / 1000).replace('.', mark)}`;
}

/** The dialog for kind, start interval, start and clock offset of a race. */
function FactsDialog({
  eventId,
  document,
  race,
  onClose,
}: RaceCourseProps & { onClose: () => void }) {
  const t = racingWords.value;
  const mark = words.value.decimalMark;
  const { timezone } = document.event;
  const near = { near: Date.parse(race.estimatedAt), timezone };
  const form = useForm<FactsForm>({
    name: `race-facts ${eventId} ${race.id}`,
    initial: {
      kind: race.kind ?? '',
      interval: race.startIntervalSeconds === null ? '' : String(race.startIntervalSeconds),
      startedAt:
        race.startedAt === null ? '' : typedTimeText(Date.parse(race.startedAt), near, mark),
      offset: race.clockOffsetMillis === 0 ? '' : secondsText(race.clockOffsetMillis, mark),
    },
    revision: shownRevision,
  });
  const save = async () => {
    const read = readFacts(form.changedValues(), near);
    if ('field' in read) return refusedHere(read.field, faultText(read.fault));
    return asReply(
      writeRaceFacts(eventId, race, read.facts, {
        said: t.factsSaved(numberShown(race)),
        seen: form.seen(),
      }),
    );
  };
  return (
    <Dialog title={t.factsTitle(numberShown(race))} onCancel={onClose}>
      <FormFrame
        form={form}
        submitText={t.save}
        onSubmit={save}
        onSaved={onClose}
        actions={<CancelButton onCancel={onClose} />}
      >
        <TextField
          form={form}
          name="startedAt"
          label={t.startTime}
          hint={t.startTimeHint}
          autocomplete="off"
        />
        <SelectField
          form={form}
          name="kind"
          label={t.kind}
          options={(['', 'lanes', 'head'] as const).map((kind) => [kind, t.kinds[kind] ?? kind])}
        />
        <TextField
          form={form}
          name="interval"
          label={t.interval}
          hint={t.intervalHint}
          autocomplete="off"
        />
        <TextField
          form={form}
          name="offset"
          label={t.offset}
          hint={t.offsetHint}
          autocomplete="off"
        />
      </FormFrame>
    </Dialog>
  );
}

function faultText(fault: FactsFault): string {
  const t = racingWords.value;
  return typeof fault === 'string' ? t[fault] : (t.faults[fault.time] ?? fault.time);
}
