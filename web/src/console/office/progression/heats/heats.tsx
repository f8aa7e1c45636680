/** A view of "Progression": the program draws crews into heats, with a preview before the draw is posted. */
import { numberShown } from '../../../../../../src/domain/races/race-name.ts';
import './heats.css';
import { useEffect, useId, useState } from 'preact/hooks';
import type { Office } from '../../../../../../src/contract/console/office.ts';
import type { DrawPlan } from '../../../../../../src/contract/console/office-progression.ts';
import { call } from '../../../api.ts';
import {
  Choice,
  Label,
  SelectField,
  TextAreaField,
  TextField,
  TickField,
} from '../../../components/field.tsx';
import { Alert, PageHeading } from '../../../components/page-parts.tsx';
import { shownRevision } from '../../../documents/office.ts';
import { type Form, useForm, usePrimaryAction } from '../../../form.ts';
import { consoleUrl } from '../../../place.ts';
import { ownProblem, type Problem, problemText } from '../../../problems.ts';
import { partPath } from '../../../routing.ts';
import { consoleWords } from '../../../words/console.ts';
import { heatsWords } from '../../../words/office-progression.ts';
import { allOrNothing, refusalOf, writeOffice } from '../../conflicts/write.ts';
import { useCommands } from '../../frame/commands.ts';
import type { PartProps } from '../../frame/parts.ts';
import { crewNames } from '../../races/race-words.ts';
import { usePreview } from '../../use-preview.ts';
import { CrewChoice } from './crew-choice.tsx';
import {
  type AskedDraw,
  type HeatsFields,
  NO_HEATS,
  readHeats,
  roundsToDraw,
  writeCrews,
} from './heats-fields.ts';
import { Proposal } from './proposal.tsx';

type ViewProps = Pick<PartProps, 'eventId' | 'document'>;

export function DrawHeats({ eventId, document }: ViewProps) {
  const t = heatsWords.value;
  const form = useForm<HeatsFields>({
    name: `heats ${eventId}`,
    initial: NO_HEATS,
    revision: shownRevision,
  });
  const [problem, setProblem] = useState<Problem | undefined>(undefined);
  const [isBusy, setBusy] = useState(false);
  const [posted, setPosted] = useState<readonly number[]>([]);
  const read = readHeats(form.values.value, document);
  const { asked, seed } = read;
  const preview = usePreview(
    (body: AskedDraw & { seed: string; seen: number }) =>
      call('POST /events/{eventId}/draw-plan', { params: { eventId }, body }),
    {
      eventId,
      body: asked && seed !== undefined ? { ...asked, seed } : undefined,
      seen: document.revision,
    },
  );
  const plan = preview.answer;
  const isPrimaryAction = usePrimaryAction(asked !== undefined, form.typed.value);
  /** Makes a draw with a new seed, whose preview follows. */
  const propose = async () => {
    if (!asked || isBusy) return;
    setBusy(true);
    const body = { ...asked, seen: document.revision };
    const reply = await call('POST /events/{eventId}/draw-plan', { params: { eventId }, body });
    setBusy(false);
    setProblem(reply.problem);
    if (!reply.problem) form.set('seed', reply.body.seed);
  };
  const post = async () => {
    if (!asked || !plan || isBusy) return;
    setBusy(true);
    const sent = form.values.peek();
    const refusal = await postDraw({ eventId, document, asked, plan });
    setBusy(false);
    setProblem(refusal);
    if (refusal) return;
    setPosted(asked.raceIds);
    form.settle(sent);
  };
  useCommands([
    {
      id: 'heats.propose',
      words: plan ? t.again : t.propose,
      keys: ['a'],
      run: () => void propose(),
    },
  ]);
  const refusal = problem ?? preview.problem;
  return (
    <>
      <PageHeading title={t.title}>
        <a class="link" href={consoleUrl(partPath(eventId, 'progression'))}>
          {t.back}
        </a>
      </PageHeading>
      <section class="columns" aria-label={t.title}>
        <form
          ref={(element) => {
            form.element = element;
          }}
          onSubmit={(event) => {
            event.preventDefault();
            void (plan ? post() : propose());
          }}
        >
          <p class="quiet">{t.intro}</p>
          <Fields form={form} document={document} read={read} />
          <Alert texts={refusalTexts(refusal, asked, document)} />
          <div class="actions">
            {plan && (
              <button
                type="submit"
                data-submits
                class={isPrimaryAction ? 'pill primary' : 'pill'}
                aria-disabled={isBusy}
              >
                {isBusy ? consoleWords.value.working : t.post(plan.heats.length)}
              </button>
            )}
            <button
              type={plan ? 'button' : 'submit'}
              class={isPrimaryAction && !plan ? 'pill primary' : 'pill'}
              aria-keyshortcuts="A"
              aria-disabled={isBusy || !asked}
              onClick={plan ? () => void propose() : undefined}
            >
              {seed === undefined ? t.propose : t.again}
            </button>
            {form.isChanged.value && !isBusy && (
              <button type="button" class="pill" onClick={() => form.discard()}>
                {consoleWords.value.discard}
              </button>
            )}
          </div>
        </form>
        <div class="drawn">
          <h2>{t.preview}</h2>
          <p role="status" class={plan || preview.isAsked ? 'quiet' : undefined}>
            {preview.isAsked ? t.asking : plan || posted.length > 0 ? '' : t.noPreview}
          </p>
          {!plan && <Posted eventId={eventId} document={document} raceIds={posted} />}
          {plan && asked && <Proposal document={document} asked={asked} plan={plan} />}
        </div>
      </section>
    </>
  );
}

interface FieldsProps extends Pick<ViewProps, 'document'> {
  form: Form<HeatsFields>;
  read: ReturnType<typeof readHeats>;
}

function Fields({ form, document, read }: FieldsProps) {
  const t = heatsWords.value;
  const { races, method, lanes } = form.values.value;
  const rounds = roundsToDraw(document.races);
  const errors = read.troubles.map(({ field, kind, text }) => {
    return { field, detail: t.troubles[kind](text) };
  });
  useEffect(() => {
    form.problem.value = errors.length > 0 ? ownProblem('validation_failed', errors) : undefined;
  }, [JSON.stringify(errors)]);
  return (
    <>
      {rounds.length > 0 && (
        <RoundChoice rounds={rounds} races={races} onChoose={(value) => form.set('races', value)} />
      )}
      <TextField form={form} name="races" label={t.races} hint={t.racesHint} {...PLAIN} />
      <CrewChoice
        document={document}
        first={read.inRaces}
        chosen={read.crewIds}
        onChoose={(crewIds) => form.set('crews', writeCrews(crewIds))}
      />
      <div class="side-by-side">
        <SelectField form={form} name="method" label={t.method} options={entriesOf(t.methods)} />
        <SelectField form={form} name="lanes" label={t.lanes} options={entriesOf(t.laneOrders)} />
      </div>
      {method === 'random' ? (
        <TickField form={form} name="clubsApart" label={t.clubsApart} />
      ) : (
        <TextAreaField form={form} name="ranking" label={t.ranking} hint={t.rankingHint} rows={6} />
      )}
      {lanes === 'list' && (
        <TextField
          form={form}
          name="positions"
          label={t.positions}
          hint={t.positionsHint}
          {...PLAIN}
        />
      )}
      <TextField form={form} name="seed" label={t.seed} hint={t.seedHint} {...PLAIN} />
    </>
  );
}

interface RoundChoiceProps {
  rounds: ReturnType<typeof roundsToDraw>;
  /** The text of the field `races`. */
  races: string;
  onChoose: (races: string) => void;
}

/** A choice of rounds that fills in the races of one. */
function RoundChoice({ rounds, races, onChoose }: RoundChoiceProps) {
  const t = heatsWords.value;
  const id = useId();
  const shown = rounds.some((round) => round.races === races) ? races : '';
  return (
    <div class="field">
      <Label id={id} label={t.round} />
      <Choice
        id={id}
        value={shown}
        options={[
          ['', t.chooseRound],
          ...rounds.map((round) => [round.races, roundText(round)] as const),
        ]}
        onValue={(value) => value !== '' && onChoose(value)}
      />
    </div>
  );
}

const PLAIN = { autocomplete: 'off', autocapitalize: 'off', spellcheck: false } as const;

function entriesOf(texts: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(texts);
}

function roundText({ name, round, races }: ReturnType<typeof roundsToDraw>[number]): string {
  return [[name, round].filter(Boolean).join(', '), races].filter(Boolean).join(' · ');
}

interface Posting extends ViewProps {
  asked: AskedDraw;
  plan: DrawPlan;
}

/** Posts the draw of all races, or of none. @returns why it was refused; `undefined`: it was posted */
function postDraw({ eventId, document, asked, plan }: Posting): Promise<Problem | undefined> {
  const t = heatsWords.peek();
  const heats = new Map(plan.heats.map(({ raceId, lanes }) => [raceId, lanes]));
  const write = writeOffice('POST /events/{eventId}/draw', {
    params: { eventId },
    // The draw that is posted is the one on the screen.
    seen: document.revision,
    ...allOrNothing(
      { ...asked, seed: plan.seed },
      ({ subject, id, position }) => {
        const lanes = typeof id === 'number' && subject === 'lane' ? heats.get(id) : undefined;
        if (!lanes) return undefined;
        return { teamId: lanes.find((lane) => lane.position === position)?.crewId ?? null };
      },
      t.said,
    ),
    said: t.posted(numbersOf(document, asked.raceIds)),
  });
  return refusalOf(write);
}

/** The numbers of races as they are printed. */
function numbersOf({ races }: Pick<Office, 'races'>, raceIds: readonly number[]): string {
  return raceIds
    .flatMap((id) => races.find((race) => race.id === id) ?? [])
    .map(numberShown)
    .join(', ');
}

/** The texts of a refusal, with the races and crews that it is about. */
function refusalTexts(
  problem: Problem | undefined,
  asked: AskedDraw | undefined,
  document: Office,
): string[] {
  const t = heatsWords.value.refused;
  if (!problem || problem.code === 'cancelled') return [];
  const texts = problem.errors.map(({ field, detail }) => {
    const [, list, index] = /^(raceIds|crewIds)\[(\d+)\]$/.exec(field) ?? [];
    if (list === 'raceIds')
      return t.race(numbersOf(document, [asked?.raceIds[Number(index)] ?? 0]));
    if (list === 'crewIds') return t.crew(crewNames(document)(asked?.crewIds[Number(index)] ?? 0));
    return field === 'lanes' ? t.lanes : detail;
  });
  return texts.length > 0 ? texts : [problemText(problem, consoleWords.value)];
}

/** The races after the draw was posted, each with a link to change it by hand. */
function Posted({ eventId, document, raceIds }: ViewProps & { raceIds: readonly number[] }) {
  const t = heatsWords.value;
  const races = raceIds.flatMap((id) => document.races.find((race) => race.id === id) ?? []);
  if (races.length === 0) return null;
  return (
    <>
      <p>{t.posted(numbersOf(document, raceIds))}</p>
      <div class="actions">
        {races.map((race) => (
          <a
            key={race.id}
            class="pill"
            href={`${consoleUrl(partPath(eventId, 'races', race.id))}?draw`}
          >
            {t.byHand(numberShown(race))}
          </a>
        ))}
      </div>
    </>
  );
}
