/** Sets the rules of whole rounds: so many of each heat, so many fastest, for one class or many, with a preview. */
import { useMemo, useState } from 'preact/hooks';
import type { Office } from '../../../../../src/contract/console/office.ts';
import { numberShown } from '../../../../../src/domain/races/race-name.ts';
import { Below, Label, SelectField, TickField } from '../../components/field.tsx';
import { Alert } from '../../components/page-parts.tsx';
import { shownRevision } from '../../documents/office.ts';
import { type Form, useForm, useOnce, usePrimaryAction } from '../../form.ts';
import { firstFault, type Problem } from '../../problems.ts';
import { consoleWords } from '../../words/console.ts';
import { progressionWords } from '../../words/office-progression.ts';
import { allOrNothing, refusalOf, writeOffice } from '../conflicts/write.ts';
import { laneText, raceTitle, sourceText } from '../race-names.ts';
import { schemeLabels, USUAL_LANES } from '../races/draw/drawn-lanes.ts';
import {
  type ClassPreview,
  type ClassRounds,
  classPreviews,
  classRounds,
  NO_ROUND,
  type RoundFields,
  type RoundPreview,
  type RoundTrouble,
  roundNames,
  roundPreview,
  withLine,
} from './rounds.ts';

interface RoundFormProps {
  eventId: number;
  document: Office;
}

export function RoundForm({ eventId, document }: RoundFormProps) {
  const t = progressionWords.value;
  const form = useForm<RoundFields>({
    name: `round ${eventId}`,
    initial: {
      fromRound: '',
      toRound: '',
      leftOut: '',
      heats: '',
      targets: '',
      each: '2',
      firstPlace: '1',
      fastest: '0',
      lanes: String(document.settings?.laneScheme?.length ?? USUAL_LANES),
      isMiddle: true,
    },
    revision: shownRevision,
  });
  const [problem, setProblem] = useState<Problem | undefined>(undefined);
  const classes = useMemo(() => classRounds(document.races), [document.races]);
  const fields = form.values.value;
  const isPrimaryAction = usePrimaryAction(form.isChanged.value, form.typed.value);
  const isByRound = fields.fromRound !== '';
  const previews = isByRound
    ? classPreviews(fields, classes, document.races)
    : [ofNumbers(fields, document)];
  const chosen = previews.filter(({ isLeftOut }) => !isLeftOut).map(({ preview }) => preview);
  const rounds = chosen.flatMap((preview) => (preview.kind === 'rules' ? preview.rounds : []));
  const wrong = chosen.find((preview) => preview.kind === 'wrong');
  const canSave = rounds.length > 0 && !wrong;
  const [isBusy, save] = useOnce(async () => {
    if (!canSave) return;
    const sent = form.values.peek();
    const refusal = await saveRounds(eventId, rounds, form.seen(), (id) => labelIn(document, id));
    setProblem(refusal);
    if (!refusal) form.settle(sent);
  });
  const error = (field: string) =>
    wrong?.trouble.field === field ? troubleText(wrong.trouble, document) : undefined;
  return (
    <section class="columns" aria-labelledby="round">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <h2 id="round">{t.round}</h2>
        <p class="quiet">{t.roundHint}</p>
        <WhichRaces form={form} classes={classes} previews={previews} document={document} />
        {!isByRound && (
          <div class="side-by-side">
            <RoundField
              form={form}
              name="heats"
              label={t.heats}
              hint={t.heatsHint}
              error={error('heats')}
            />
            <RoundField
              form={form}
              name="targets"
              label={t.targets}
              hint={t.targetsHint}
              error={error('targets')}
            />
          </div>
        )}
        <HowMany form={form} error={error} />
        <TickField form={form} name="isMiddle" label={t.middle} />
        <Alert texts={[firstFault(problem, consoleWords.value)]} />
        <div class="actions">
          <button
            type="submit"
            class={isPrimaryAction ? 'pill primary' : 'pill'}
            aria-disabled={isBusy || !canSave}
          >
            {isBusy ? t.saving : t.saveRound}
          </button>
        </div>
      </form>
      <div>
        <h3>{t.preview}</h3>
        {rounds.length === 0 && !wrong && <p class="quiet">{t.noPreview}</p>}
        <RoundsPreview
          document={document}
          previews={previews}
          troubleText={(trouble) => troubleText(trouble, document)}
        />
      </div>
    </section>
  );
}

interface HowManyProps {
  form: Form<RoundFields>;
  /** What is wrong with a field. */
  error: (field: string) => string | undefined;
}

/** Fields for how many of each heat go on, and into how many lanes. */
function HowMany({ form, error }: HowManyProps) {
  const t = progressionWords.value;
  return (
    <div class="side-by-side">
      {(['each', 'firstPlace', 'lanes'] as const).map((name) => (
        <RoundField
          key={name}
          form={form}
          name={name}
          label={t[name]}
          error={error(name)}
          isNumber
        />
      ))}
      <RoundField
        form={form}
        name="fastest"
        label={t.fastestMore}
        error={error('fastest')}
        isNumber
      />
    </div>
  );
}

/** The preview for races that are named by number, as if they were the only class. */
function ofNumbers(fields: RoundFields, { races }: Office): ClassPreview {
  const preview = roundPreview(fields, races);
  return { key: '', name: '', heats: [], targets: [], isLeftOut: false, preview };
}

interface WhichRacesProps extends Pick<RoundFormProps, 'document'> {
  form: Form<RoundFields>;
  classes: readonly ClassRounds[];
  previews: readonly ClassPreview[];
}

/** The choice of races by round, where the programme has rounds; the classes that row both rounds are ticked. */
function WhichRaces({ form, classes, previews, document }: WhichRacesProps) {
  const t = progressionWords.value;
  const { fromRound, toRound, leftOut } = form.values.value;
  if (classes.length === 0) return null;
  const names = roundNames(classes).map(
    (name) => [name, name === NO_ROUND ? t.withoutRound : name] as const,
  );
  const labels = (ids: readonly number[]) => ids.map((id) => labelIn(document, id)).join(' ');
  const leave = (key: string, isLeft: boolean) =>
    form.set('leftOut', withLine(leftOut, key, isLeft));
  return (
    <>
      <div class="side-by-side">
        <SelectField
          form={form}
          name="fromRound"
          label={t.fromRound}
          options={[['', t.byNumber], ...names]}
        />
        {fromRound !== '' && (
          <SelectField
            form={form}
            name="toRound"
            label={t.toRound}
            options={[['', t.chooseRound], ...names.filter(([name]) => name !== fromRound)]}
          />
        )}
      </div>
      {fromRound !== '' && toRound !== '' && (
        <fieldset class="field">
          <legend>{t.classes}</legend>
          {previews.length === 0 && <p class="quiet">{t.noClass}</p>}
          {previews.map(({ key, name, heats, targets, isLeftOut }) => (
            <label class="tick" key={key}>
              <input
                type="checkbox"
                checked={!isLeftOut}
                onChange={({ currentTarget: { checked } }) => leave(key, !checked)}
              />
              <span>
                {name} <span class="quiet">{t.wayOf(labels(heats), labels(targets))}</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
    </>
  );
}

interface RoundFieldProps {
  form: Form<RoundFields>;
  name: keyof RoundFields & string;
  label: string;
  hint?: string;
  error: string | undefined;
  isNumber?: boolean;
}

function RoundField({ form, name, label, hint, error, isNumber = false }: RoundFieldProps) {
  const id = `round-${name}`;
  return (
    <div class="field">
      <Label id={id} label={label} />
      <input
        id={id}
        autocomplete="off"
        inputMode={isNumber ? 'numeric' : 'text'}
        aria-invalid={error ? 'true' : undefined}
        aria-describedby={
          [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined
        }
        value={String(form.values.value[name])}
        onInput={({ currentTarget: { value } }) => form.set(name, value)}
      />
      <Below id={id} error={error} hint={hint} />
    </div>
  );
}

function troubleText(trouble: RoundTrouble, document: Office): string {
  const t = progressionWords.value;
  const label = (id: number) => labelIn(document, id);
  switch (trouble.kind) {
    case 'unknown':
      return t.unknownRace(trouble.label);
    case 'itself':
      return t.ofItself(label(trouble.raceId));
    case 'later':
      return t.startsLater(label(trouble.heatId), label(trouble.raceId));
    case 'number':
      return t.number;
  }
}

type Rounds = Extract<RoundPreview, { kind: 'rules' }>['rounds'];

/**
 * Saves the rules of many races in one write, all of them or none, because a round with only some of its rules is a different
 * one.
 * @returns why it was refused; `undefined`: it was saved
 */
function saveRounds(
  eventId: number,
  rounds: Rounds,
  seen: number,
  labelOf: (raceId: number) => string,
): Promise<Problem | undefined> {
  const t = progressionWords.peek();
  const [first, ...others] = rounds;
  const races = rounds.map(({ raceId, rules }) => ({ id: raceId, rules }));
  const write = writeOffice('PUT /events/{eventId}/progression', {
    params: { eventId },
    seen,
    ...allOrNothing({ races }, ({ subject, id, position }) => {
      const race = races.find((each) => each.id === id);
      if (subject !== 'lane' || !race) return undefined;
      return { from: race.rules.find((rule) => rule.position === position) ?? null };
    }),
    said:
      first && others.length === 0
        ? t.roundSaved(labelOf(first.raceId))
        : t.roundsSaved(rounds.length),
  });
  return refusalOf(write);
}

interface RoundsPreviewProps {
  document: Office;
  previews: readonly ClassPreview[];
  troubleText: (trouble: RoundTrouble) => string;
}

/** The rules of rounds as they would be, race by race; with several classes, each can be opened. */
function RoundsPreview({ document, previews, troubleText }: RoundsPreviewProps) {
  const shown = previews.filter(({ isLeftOut }) => !isLeftOut);
  return shown.map(({ key, name, preview }, index) => {
    if (preview.kind === 'wrong')
      return name === '' ? null : (
        <p key={key} class="error">
          {name}: {troubleText(preview.trouble)}
        </p>
      );
    if (preview.kind === 'empty') return null;
    if (name === '') return <Rules key={key} document={document} preview={preview} />;
    return (
      <details key={key} class="more" open={index === 0}>
        <summary>{name}</summary>
        <Rules document={document} preview={preview} />
      </details>
    );
  });
}

interface RulesProps {
  document: Office;
  preview: Extract<RoundPreview, { kind: 'rules' }>;
}

function Rules({ document, preview }: RulesProps) {
  const t = progressionWords.value;
  return (
    <>
      {preview.left > 0 && <p class="doubt">{t.left(preview.left)}</p>}
      <div class="round-preview">
        {preview.rounds.map(({ raceId, rules }) => {
          const race = document.races.find(({ id }) => id === raceId);
          if (!race) return null;
          const labelOf = schemeLabels(race, document.settings);
          return (
            <div key={raceId}>
              <h4>
                {numberShown(race)} {raceTitle(race)}
              </h4>
              {race.draw && <p class="doubt">{t.replaces(numberShown(race))}</p>}
              <ul>
                {rules.map(({ position, ...source }) => (
                  <li key={position}>
                    <span class="quiet">{laneText(race, labelOf(position), t.lane)}:</span>{' '}
                    {sourceText(source, document)}
                  </li>
                ))}
              </ul>
            </div>
          );
        })}
      </div>
    </>
  );
}

/** The number of a race by its id, as it is printed. */
function labelIn({ races }: Pick<Office, 'races'>, raceId: number): string {
  const race = races.find(({ id }) => id === raceId);
  return race ? numberShown(race) : '';
}
