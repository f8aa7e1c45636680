/** The rules of a whole round at once: so many of each heat, so many fastest, seen before they are saved. */
import { useState } from 'preact/hooks';
import type { Office } from '../../../../../src/contract/console/office.ts';
import type { WrittenRace } from '../../../../../src/contract/console/office-writes.ts';
import { Below, Label, TickField } from '../../components/field.tsx';
import { type Form, useForm } from '../../form.ts';
import { shownRevision } from '../../office.ts';
import { problemText, type Problem } from '../../problems.ts';
import { consoleWords } from '../../words/words.ts';
import { numberOf } from '../race-names.ts';
import { raceTitle } from '../races/race-words.ts';
import { sourceText } from '../races/source-words.ts';
import { schemeLabels, USUAL_LANES } from '../races/draw-edit.ts';
import { writeOffice } from '../write.ts';
import { progressionWords } from './progression-words.ts';
import {
  type RoundFields,
  type RoundPreview,
  roundPreview,
  type RoundTrouble,
} from './round-preview.ts';

interface RoundFormProps {
  eventId: number;
  document: Office;
}

export function RoundForm({ eventId, document }: RoundFormProps) {
  const t = progressionWords.value;
  const form = useForm<RoundFields>({
    name: `round ${eventId}`,
    initial: {
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
  const [isBusy, setBusy] = useState(false);
  const preview = roundPreview(form.values.value, document.races);
  const save = async () => {
    if (preview.kind !== 'rules' || isBusy) return;
    setBusy(true);
    const refusal = await saveRound(eventId, preview, form.seen(), (id) => labelIn(document, id));
    setBusy(false);
    setProblem(refusal);
    if (!refusal) form.discard();
  };
  const trouble = preview.kind === 'wrong' ? preview.trouble : undefined;
  const error = (field: string) =>
    trouble?.field === field ? troubleText(trouble, document) : undefined;
  return (
    <section aria-labelledby="round">
      <h2 id="round">{t.round}</h2>
      <p class="quiet">{t.roundHint}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
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
        <TickField form={form} name="isMiddle" label={t.middle} />
        <h3>{t.preview}</h3>
        <Preview document={document} preview={preview} />
        <div role="alert" class="problem">
          {problem && problem.code !== 'cancelled' && (
            <p>{problem.errors[0]?.detail ?? problemText(problem, consoleWords.value)}</p>
          )}
        </div>
        <div class="actions">
          <button
            type="submit"
            class="pill primary"
            aria-disabled={isBusy || preview.kind !== 'rules'}
          >
            {isBusy ? t.saving : t.saveRound}
          </button>
        </div>
      </form>
    </section>
  );
}

/** Race by race; those that are saved stay when a later one is refused. @returns why one was refused */
async function saveRound(
  eventId: number,
  { rounds }: Extract<RoundPreview, { kind: 'rules' }>,
  seen: number,
  labelOf: (raceId: number) => string,
): Promise<Problem | undefined> {
  for (const { raceId, rules } of rounds) {
    const outcome = await writeOffice<WrittenRace>(eventId, {
      path: `/races/${raceId}/progression`,
      seen,
      body: (isDropped) => {
        const kept = rules.filter(
          ({ position }) => !isDropped({ subject: 'lane', id: raceId, position }, 'from'),
        );
        return kept.length === rules.length ? { rules } : undefined;
      },
      mine: {
        valueOf: ({ subject, id, position }, property) =>
          subject === 'lane' && id === raceId && property === 'from'
            ? (rules.find((rule) => rule.position === position) ?? null)
            : undefined,
      },
      said: progressionWords.peek().roundSaved(labelOf(raceId)),
    });
    if (outcome.kind === 'refused') return outcome.problem;
  }
  return undefined;
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

function labelIn({ races }: Office, raceId: number): string {
  const race = races.find(({ id }) => id === raceId);
  return race ? numberOf(race) : '';
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

function Preview({ document, preview }: { document: Office; preview: RoundPreview }) {
  const t = progressionWords.value;
  if (preview.kind !== 'rules') return <p class="quiet">{t.noPreview}</p>;
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
                {numberOf(race)} {raceTitle(race)}
              </h4>
              {race.draw && <p class="doubt">{t.replaces(numberOf(race))}</p>}
              <ul>
                {rules.map(({ position, ...source }) => (
                  <li key={position}>
                    <span class="quiet">{t.lane(labelOf(position))}:</span>{' '}
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
