/**
 * A view of "Progression": all races from the heats to the finals by a pattern, for one class or several, with a preview before
 * it is saved.
 */
import { useMemo } from 'preact/hooks';
import type { Office } from '../../../../../../src/contract/console/office.ts';
import type { KnownPattern } from '../../../../../../src/domain/progression/patterns/pattern-table.ts';
import { patternOf } from '../../../../../../src/domain/progression/patterns/plan-pattern.ts';
import { numberShown } from '../../../../../../src/domain/races/race-name.ts';
import { SelectField, TextField } from '../../../components/field.tsx';
import { PageHeading } from '../../../components/page-parts.tsx';
import { shownRevision } from '../../../documents/office.ts';
import { type Form, useForm } from '../../../form.ts';
import { consoleUrl } from '../../../place.ts';
import { partPath } from '../../../routing.ts';
import { patternWords } from '../../../words/office-progression.ts';
import type { PartProps } from '../../frame/parts.ts';
import { classesOf, NO_ROUND, withLine } from '../rounds.ts';
import {
  type ChosenClasses,
  chosenClasses,
  crewsIn,
  fittingPatterns,
  type HeatClass,
  heatRounds,
  type PatternFields,
} from './pattern-decisions.ts';
import { PatternTree } from './pattern-tree.tsx';
import { patternName } from './pattern-words.ts';
import './patterns.css';

export function Patterns({ eventId, document }: Pick<PartProps, 'eventId' | 'document'>) {
  const t = patternWords.value;
  const { races } = document;
  const classes = useMemo(() => classesOf(races), [races]);
  const rounds = useMemo(() => heatRounds(classes), [classes]);
  const form = useForm<PatternFields>({
    name: `pattern ${eventId}`,
    initial: { round: '', leftOut: '', heats: '', patternId: '' },
    revision: shownRevision,
  });
  const fields = form.values.value;
  const chosen = chosenClasses(fields, classes, races);
  const leftOut = fields.leftOut.split('\n');
  const wanted = chosen.classes.filter(({ key }) => fields.round === '' || !leftOut.includes(key));
  const { fits, others } = fittingPatterns(wanted, races);
  const pattern = [...fits, ...others].find(({ id }) => String(id) === fields.patternId);
  return (
    <>
      <PageHeading title={t.title}>
        <a class="link" href={consoleUrl(partPath(eventId, 'progression'))}>
          {t.back}
        </a>
      </PageHeading>
      <p class="quiet">{t.hint}</p>
      <div class="pattern-choice">
        <SelectField
          form={form}
          name="round"
          label={t.round}
          options={[
            ['', t.byNumber],
            ...rounds.map((name) => [name, name === NO_ROUND ? t.withoutRound : name] as const),
          ]}
        />
        {fields.round === '' ? (
          <Heats form={form} chosen={chosen} />
        ) : (
          <Classes form={form} classes={chosen.classes} document={document} />
        )}
        <PatternChoice form={form} wanted={wanted} fits={fits} others={others} />
      </div>
      {pattern ? (
        <PatternTree
          // The draft of the races belongs to these heats and this pattern.
          key={treeName(pattern, wanted)}
          name={`pattern-races ${eventId} ${treeName(pattern, wanted)}`}
          eventId={eventId}
          document={document}
          pattern={pattern}
          classes={wanted}
          onSaved={() => form.discard()}
        />
      ) : (
        <p class="quiet">{t.noPreview}</p>
      )}
    </>
  );
}

function treeName({ id }: KnownPattern, classes: readonly HeatClass[]): string {
  return [id, ...classes.map(({ heats }) => heats.join('.'))].join('-');
}

/** The field for heats that are named by number. */
function Heats({ form, chosen }: { form: Form<PatternFields>; chosen: ChosenClasses }) {
  const t = patternWords.value;
  return (
    <div>
      <TextField
        form={form}
        name="heats"
        label={t.heats}
        hint={t.heatsHint}
        autocomplete="off"
        spellcheck={false}
      />
      {chosen.unknown !== undefined && <p class="error">{t.unknownRace(chosen.unknown)}</p>}
    </div>
  );
}

interface ClassesProps {
  form: Form<PatternFields>;
  classes: readonly HeatClass[];
  document: Office;
}

/** The classes that row these heats; each can be left out. */
function Classes({ form, classes, document: { races } }: ClassesProps) {
  const t = patternWords.value;
  const { leftOut } = form.values.value;
  const labels = (ids: readonly number[]) =>
    races
      .filter(({ id }) => ids.includes(id))
      .map(numberShown)
      .join(' ');
  const leave = (key: string, isLeft: boolean) =>
    form.set('leftOut', withLine(leftOut, key, isLeft));
  return (
    <fieldset class="field">
      <legend>{t.classes}</legend>
      {classes.map((each) => (
        <label class="tick" key={each.key}>
          <input
            type="checkbox"
            checked={!leftOut.split('\n').includes(each.key)}
            onChange={({ currentTarget: { checked } }) => leave(each.key, !checked)}
          />
          <span>
            {each.name}{' '}
            <span class="quiet">{t.ofHeats(labels(each.heats), crewsIn(each, races))}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface PatternChoiceProps {
  form: Form<PatternFields>;
  wanted: readonly HeatClass[];
  fits: readonly KnownPattern[];
  others: readonly KnownPattern[];
}

/** The choice of patterns for this number of heats; those for this number of crews first. */
function PatternChoice({ form, wanted, fits, others }: PatternChoiceProps) {
  const t = patternWords.value;
  const [first] = wanted;
  if (!first) return null;
  if (wanted.some(({ heats }) => heats.length !== first.heats.length)) {
    return <p class="doubt">{t.unlike}</p>;
  }
  if (fits.length + others.length === 0) {
    return <p class="doubt">{t.noPattern(first.heats.length)}</p>;
  }
  const { patternId } = form.values.value;
  const pattern = patternOf(Number(patternId));
  const options = (patterns: readonly KnownPattern[]) =>
    patterns.map((each) => (
      <option key={each.id} value={each.id} selected={String(each.id) === patternId}>
        {patternName(each)}
      </option>
    ));
  return (
    <div class="field pattern-names">
      <label for="pattern-id">{t.pattern}</label>
      <select
        id="pattern-id"
        value={patternId}
        onChange={({ currentTarget: { value } }) => form.set('patternId', value)}
      >
        <option value="">{t.choosePattern}</option>
        {options(fits)}
        {others.length > 0 && <optgroup label={t.otherCrews}>{options(others)}</optgroup>}
      </select>
      {pattern && (
        <p class="hint">
          {t.eliminated(pattern.eliminated)}{' '}
          {pattern.source ? t.source(pattern.source.name, pattern.source.paragraph) : t.noSource}
        </p>
      )}
    </div>
  );
}
