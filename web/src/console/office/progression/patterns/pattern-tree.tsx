/** The tree of a pattern: heats, repechage, semi-finals, finals, each with its race and rules in words; saved in one write. */
import { useState } from 'preact/hooks';
import type { Office, OfficeRace } from '../../../../../../src/contract/console/office.ts';
import { patternProblems } from '../../../../../../src/domain/progression/patterns/pattern-problems.ts';
import type {
  KnownPattern,
  Round,
} from '../../../../../../src/domain/progression/patterns/pattern-table.ts';
import {
  type PatternTarget,
  patternTargets,
} from '../../../../../../src/domain/progression/patterns/plan-pattern.ts';
import { dateLanguage } from '../../../../shared/page/language.ts';
import { Below, Choice, Label } from '../../../components/field.tsx';
import { Alert } from '../../../components/page-parts.tsx';
import { shownRevision } from '../../../documents/office.ts';
import { type Form, useForm, useOnce, usePrimaryAction } from '../../../form.ts';
import { firstFault, type Problem } from '../../../problems.ts';
import { consoleWords } from '../../../words/console.ts';
import { patternWords } from '../../../words/office-progression.ts';
import { allOrNothing, refusalOf, writeOffice } from '../../conflicts/write.ts';
import { labelOf, laneText, raceOptions } from '../../race-names.ts';
import { schemeLabels } from '../../races/draw/drawn-lanes.ts';
import {
  fieldOf,
  type HeatClass,
  NEW_RACE,
  proposedTargets,
  readTargets,
  type TargetFields,
  type TargetTrouble,
} from './pattern-decisions.ts';
import { problemWords, ruleText, targetName, wayText } from './pattern-words.ts';

interface PatternTreeProps {
  /** The name under which the draft is stored. */
  name: string;
  eventId: number;
  document: Office;
  pattern: KnownPattern;
  classes: readonly HeatClass[];
  onSaved: () => void;
}

export function PatternTree(props: PatternTreeProps) {
  const { name, eventId, document, pattern, classes, onSaved } = props;
  const t = patternWords.value;
  const known = {
    races: new Map(document.races.map((race) => [race.id, race])),
    laneScheme: document.settings?.laneScheme ?? null,
  };
  const wanted = { patternId: pattern.id, heats: classes.map(({ heats }) => [...heats]) };
  const open = patternTargets(wanted, known);
  const form = useForm<TargetFields>({
    name,
    initial: proposedTargets(open, classes, document),
    revision: shownRevision,
  });
  const [problem, setProblem] = useState<Problem | undefined>(undefined);
  const isPrimaryAction = usePrimaryAction(true, form.typed.value);
  const { targets: existing, create, troubles } = readTargets(form.values.value, open, document);
  const sent = { ...wanted, targets: existing };
  const targets = patternTargets(sent, known);
  const problems = patternProblems(sent, targets, document.races).flatMap(
    (each) => problemWords(each, document) ?? [],
  );
  const [isBusy, save] = useOnce(async () => {
    const [wrong] = troubles.keys();
    if (wrong !== undefined) return globalThis.document.getElementById(idOf(wrong))?.focus();
    const refusal = await savePattern(eventId, { ...sent, create }, targets, form.seen());
    setProblem(refusal);
    if (refusal) return;
    form.discard();
    onSaved();
  });
  return (
    <form
      class="pattern-preview"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <h2>{t.preview}</h2>
      {problems.map((text) => (
        <p key={text} class="doubt">
          {text}
        </p>
      ))}
      {classes.map((each, set) => (
        <ClassTree
          key={each.heats[0]}
          {...{ form, document, pattern, troubles }}
          of={each}
          hasName={classes.length > 1}
          targets={targets.filter((target) => target.set === set)}
        />
      ))}
      <Alert texts={[firstFault(problem, consoleWords.value)]} />
      <div class="actions">
        <button
          type="submit"
          class={isPrimaryAction ? 'pill primary' : 'pill'}
          aria-disabled={isBusy}
        >
          {isBusy ? t.saving : t.save(targets.length)}
        </button>
      </div>
    </form>
  );
}

interface Sent {
  patternId: number;
  heats: number[][];
  targets: Record<string, number>;
  create: ReturnType<typeof readTargets>['create'];
}

/** Saves the whole pattern or nothing, because part of a pattern is another progression. @returns why it was refused */
function savePattern(
  eventId: number,
  { create, ...sent }: Sent,
  targets: readonly PatternTarget[],
  seen: number,
): Promise<Problem | undefined> {
  const named = targets.flatMap((target) => {
    const race = create[target.key];
    return race ? [[target.key, { ...race, round: targetName(target) }] as const] : [];
  });
  const write = writeOffice('POST /events/{eventId}/pattern', {
    params: { eventId },
    seen,
    ...allOrNothing({ ...sent, create: Object.fromEntries(named) }, ({ subject, id, position }) => {
      const target = targets.find(({ raceId }) => raceId === id);
      if (subject !== 'lane' || !target) return undefined;
      const rule = target.rules.find((each) => each.position === position);
      return { from: rule?.races.every((race) => typeof race === 'number') ? rule : null };
    }),
    said: patternWords.peek().saved(targets.length),
  });
  return refusalOf(write);
}

/** The columns of the tree, each with its rounds. */
const STAGES: readonly (readonly [
  name: 'R' | 'S' | 'T' | 'F',
  rounds: readonly Round['name'][],
])[] = [
  ['R', ['R']],
  ['S', ['S', 'T']],
  ['F', ['A', 'B', 'C', 'D']],
];

interface ClassTreeProps {
  form: Form<TargetFields>;
  document: Office;
  pattern: KnownPattern;
  troubles: ReadonlyMap<string, TargetTrouble>;
  of: HeatClass;
  /** Whether the heading shows the class, because there are several. */
  hasName: boolean;
  targets: readonly PatternTarget[];
}

function ClassTree({ of, hasName, targets, document, pattern, ...rest }: ClassTreeProps) {
  const t = patternWords.value;
  const heats = of.heats.flatMap((id) => document.races.find((race) => race.id === id) ?? []);
  const isNamed = hasName && of.name !== '';
  const Heading = isNamed ? 'h4' : 'h3';
  return (
    <section class="pattern-class" aria-label={of.name || t.preview}>
      {isNamed && <h3>{of.name}</h3>}
      <div class="pattern-tree">
        <div class="stage">
          <Heading>{t.stages.H}</Heading>
          <ul>
            {heats.map((race) => (
              <li key={race.id}>
                {labelOf(race)} <span class="quiet">{t.crews(race.entered)}</span>
              </li>
            ))}
          </ul>
        </div>
        {STAGES.map(([stage, names]) => {
          const rounds = pattern.rounds.filter(({ name }) => names.includes(name));
          if (rounds.length === 0) return null;
          return (
            <div class="stage" key={stage}>
              <Heading>{t.stages[stage]}</Heading>
              {rounds.flatMap(({ name, ways }) =>
                targets
                  .filter((target) => target.name === name)
                  .map((target) => (
                    <Target
                      key={target.key}
                      {...rest}
                      {...{ target, targets, document }}
                      ways={ways.map(wayText).join('; ')}
                      choices={choicesFor(of, document)}
                    />
                  )),
              )}
            </div>
          );
        })}
      </div>
    </section>
  );
}

/** The races that a target may be: those of the class first, then all others, without its heats. */
function choicesFor({ heats, others }: HeatClass, { races }: Office): OfficeRace[] {
  const free = races.filter(({ id }) => !heats.includes(id));
  const isOwn = ({ id }: OfficeRace) => others.includes(id);
  return [...free.filter(isOwn), ...free.filter((race) => !isOwn(race))];
}

interface TargetProps {
  form: Form<TargetFields>;
  document: Office;
  troubles: ReadonlyMap<string, TargetTrouble>;
  target: PatternTarget;
  targets: readonly PatternTarget[];
  /** Text about who goes on to its round. */
  ways: string;
  choices: readonly OfficeRace[];
}

/** A race to which crews go on: the choice of the race, and where its crews come from. */
function Target({ form, document, troubles, target, targets, ways, choices }: TargetProps) {
  const t = patternWords.value;
  const field = fieldOf(target.key, 'race');
  const chosen = form.values.value[field] ?? NEW_RACE;
  const race = choices.find(({ id }) => id === target.raceId);
  const scheme = race?.laneScheme ?? target.facts.laneScheme;
  const label = schemeLabels({ laneScheme: scheme }, document.settings);
  const shared = { form, troubles, targetKey: target.key };
  return (
    <fieldset class="target">
      <legend>{targetName(target)}</legend>
      <p class="quiet">{ways}</p>
      <div class="field">
        <Label id={idOf(field)} label={t.race} />
        <Choice
          id={idOf(field)}
          aria-invalid={troubles.has(field) ? 'true' : undefined}
          aria-describedby={troubles.has(field) ? `${idOf(field)}-error` : undefined}
          value={chosen}
          options={[[NEW_RACE, t.newRace], ...raceOptions(choices, document, dateLanguage())]}
          onValue={(value) => form.set(field, value)}
        />
        <Below id={idOf(field)} error={troubleText(troubles.get(field))} hint={undefined} />
      </div>
      {chosen === NEW_RACE && (
        <div class="new-race">
          <NewRaceField {...shared} name="number" label={t.number} />
          <NewRaceField {...shared} name="at" label={t.at} />
        </div>
      )}
      <details class="more">
        <summary>{t.lanes}</summary>
        <ul>
          {target.rules.map((rule) => (
            <li key={rule.position}>
              <span class="quiet">{laneText(race, label(rule.position), t.lane)}:</span>{' '}
              {ruleText(rule, targets, document)}
            </li>
          ))}
        </ul>
      </details>
    </fieldset>
  );
}

interface NewRaceFieldProps {
  form: Form<TargetFields>;
  troubles: ReadonlyMap<string, TargetTrouble>;
  targetKey: string;
  name: 'number' | 'at';
  label: string;
}

function NewRaceField({ form, troubles, targetKey, name, label }: NewRaceFieldProps) {
  const field = fieldOf(targetKey, name);
  const error = troubleText(troubles.get(field));
  const type = name === 'at' ? 'datetime-local' : 'text';
  return (
    <div class="field">
      <Label id={idOf(field)} label={label} />
      <input
        id={idOf(field)}
        // The types of the attributes do not allow a union of two `type` values.
        {...({ type } as { type: 'text' })}
        inputMode={name === 'number' ? 'numeric' : undefined}
        autocomplete="off"
        aria-invalid={error ? 'true' : undefined}
        aria-describedby={error ? `${idOf(field)}-error` : undefined}
        value={form.values.value[field] ?? ''}
        onInput={({ currentTarget: { value } }) => form.set(field, value)}
      />
      <Below id={idOf(field)} error={error} hint={undefined} />
    </div>
  );
}

function troubleText(trouble: TargetTrouble | undefined): string | undefined {
  return trouble && patternWords.value.troubles[trouble];
}

function idOf(field: string): string {
  return `pattern-${field.replaceAll(/[^\w-]/g, '-')}`;
}
