/** The rules of one race, lane by lane: a place, a category, races, and which of the fastest; saved in one write. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Office, OfficeRace } from '../../../../../src/contract/console/office.ts';
import { numberShown } from '../../../../../src/domain/races/race-name.ts';
import { dateLanguage } from '../../../shared/page/language.ts';
import { Choice } from '../../components/field.tsx';
import { furtherErrors, type Problem } from '../../problems.ts';
import { consoleWords } from '../../words/console.ts';
import { progressionWords } from '../../words/office-progression.ts';
import { writeOffice } from '../conflicts/write.ts';
import { laneText, raceOptions, sourceText } from '../race-names.ts';
import { schemeLabels } from '../races/draw/drawn-lanes.ts';
import { storedNow } from '../races/results/results-draft.ts';
import { EditCell } from '../table/edit-cell.tsx';
import type { RowDraft } from '../table/row-drafts.ts';
import { SaveBar } from '../table/save-bar.tsx';
import { type TableDraft, tableDraft } from '../table/table-draft.ts';
import { RULE_FIELDS, type RuleFields, readRule, ruleFields } from './rule-fields.ts';

interface RulesOfRaceProps {
  eventId: number;
  document: Office;
  raceId: number | undefined;
  choose: (raceId: number | undefined) => void;
}

export function RulesOfRace({ eventId, document, raceId, choose }: RulesOfRaceProps) {
  const t = progressionWords.value;
  const section = useRef<HTMLElement>(null);
  const race = document.races.find(({ id }) => id === raceId);
  useEffect(() => {
    if (raceId !== undefined) section.current?.querySelector<HTMLElement>('h2')?.focus();
  }, [raceId]);
  return (
    <section ref={section} aria-labelledby="rules">
      <h2 id="rules" tabIndex={-1}>
        {t.lanesOf}
      </h2>
      <div class="field rules-race">
        <label for="rules-race">{t.chooseRace}</label>
        <Choice
          id="rules-race"
          value={String(raceId ?? '')}
          options={[['', t.choose], ...raceOptions(document.races, document, dateLanguage())]}
          onValue={(value) => choose(value === '' ? undefined : Number(value))}
        />
      </div>
      {race && <RulesEditor key={race.id} eventId={eventId} document={document} race={race} />}
    </section>
  );
}

interface RulesEditorProps {
  eventId: number;
  document: Office;
  race: OfficeRace;
}

function RulesEditor({ eventId, document, race }: RulesEditorProps) {
  const t = progressionWords.value;
  const draft = tableDraft(`rules ${eventId} ${race.id}`);
  const [added, add] = useState(0);
  const [problem, setProblem] = useState<Problem | undefined>(undefined);
  const positions = positionsOf(race, document, draft.keys.value.map(Number), added);
  const labelOf = schemeLabels(race, document.settings);
  const label = (position: number) =>
    race.lanes.find((lane) => lane.position === position)?.positionLabel ?? labelOf(position);
  const save = async () => {
    const wrong = positions.find(
      (position) => 'trouble' in ruleAt(draft, position, race, document),
    );
    if (wrong !== undefined) return focusRule(wrong);
    const sent = draft.take();
    draft.isBusy.value = true;
    const outcome = await writeOffice('PUT /events/{eventId}/races/{raceId}/progression', {
      params: { eventId, raceId: race.id },
      seen: sent.seen,
      body: ({ isDropped }) => {
        const stored = storedNow(race);
        const rules = positionsOf(stored, document, Object.keys(sent.rows).map(Number), 0).flatMap(
          (position) => {
            const from = stored.lanes.find((lane) => lane.position === position)?.from ?? null;
            const typed = sent.rows[position];
            const isTheirs = isDropped({ subject: 'lane', id: race.id, position }, 'from');
            // A rule that nobody has typed into is sent as stored, even if its texts would be read as another one.
            const read =
              typed && !isTheirs
                ? readRule(fieldsOf(typed, from, document), race, document.races)
                : { rule: from };
            const rule = 'trouble' in read ? from : read.rule;
            return rule ? [{ position, ...rule }] : [];
          },
        );
        return { rules };
      },
      mine: {
        valuesOf: ({ subject, id, position = 0 }) => {
          if (subject !== 'lane' || id !== race.id || !sent.rows[position]) return undefined;
          const read = ruleAt(draft, position, race, document);
          return 'rule' in read ? { from: read.rule } : undefined;
        },
      },
      said: t.rulesSaved(numberShown(race)),
    });
    draft.isBusy.value = false;
    setProblem(
      outcome.kind === 'refused' && outcome.problem.code !== 'cancelled'
        ? outcome.problem
        : undefined,
    );
    if (outcome.kind !== 'refused') draft.settle(sent);
  };
  return (
    <>
      <p class="quiet">{t.rulesHint}</p>
      <ol class="rule-lanes">
        {positions.map((position) => (
          <RuleRow
            key={position}
            {...{ document, race, draft, position }}
            label={label(position)}
          />
        ))}
      </ol>
      <button type="button" class="pill" onClick={() => add(added + 1)}>
        {t.addLane}
      </button>
      {draft.isChanged.value && (
        <SaveBar
          edits={draft.edits.value}
          isBusy={draft.isBusy.value}
          problem={problem}
          details={
            problem ? furtherErrors(problem, consoleWords.value).map(({ detail }) => detail) : []
          }
          onSave={() => void save()}
          onDiscard={() => {
            setProblem(undefined);
            draft.discard();
          }}
        >
          {t.rulesChanged}
        </SaveBar>
      )}
    </>
  );
}

interface RuleRowProps {
  document: Office;
  race: OfficeRace;
  draft: TableDraft;
  position: number;
  label: string;
}

function RuleRow({ document, race, draft, position, label }: RuleRowProps) {
  const t = progressionWords.value;
  const from = race.lanes.find((lane) => lane.position === position)?.from ?? null;
  const stored = ruleFields(from, document.races);
  const read = ruleAt(draft, position, race, document);
  const lane = laneText(race, label, t.lane);
  const names = {
    place: t.placeOf(lane),
    category: t.categoryOf(lane),
    races: t.racesOf(lane),
    fastest: t.fastestOf(lane),
  };
  const heads = { place: t.place, category: t.category, races: t.races, fastest: t.fastest };
  return (
    <li class="rule-lane">
      <span class="rule-label">{lane}</span>
      {RULE_FIELDS.map((field) => (
        <EditCell
          key={field}
          draft={draft}
          row={String(position)}
          field={field}
          stored={stored[field]}
          label={names[field]}
          placeholder={heads[field]}
          freshKey={`lane ${race.id} ${position}`}
          inputMode={field === 'races' || field === 'category' ? 'text' : 'numeric'}
        />
      ))}
      <p class={'trouble' in read ? 'error' : 'quiet'} aria-live="polite">
        {'trouble' in read
          ? t.troubles[read.trouble]
          : read.rule
            ? sourceText(read.rule, document)
            : t.noRule}
      </p>
    </li>
  );
}

function ruleAt(draft: TableDraft, position: number, race: OfficeRace, document: Office) {
  const from = race.lanes.find((lane) => lane.position === position)?.from ?? null;
  const row = draft.row(String(position)).value;
  return readRule(fieldsOf(row, from, document), race, document.races);
}

function fieldsOf(
  row: RowDraft | undefined,
  from: OfficeRace['lanes'][number]['from'],
  document: Office,
): RuleFields {
  return { ...ruleFields(from, document.races), ...row?.values };
}

/** The positions to show: the race's lanes, those of the scheme, those that were typed into, and added ones. */
function positionsOf(
  race: OfficeRace,
  { settings }: Office,
  typed: readonly number[],
  more: number,
): number[] {
  const ofScheme = (race.laneScheme ?? settings?.laneScheme ?? []).map((_, index) => index + 1);
  const known = [...race.lanes.map(({ position }) => position), ...ofScheme, ...typed];
  const last = Math.max(0, ...known);
  const added = Array.from({ length: more }, (_, index) => last + 1 + index);
  return [...new Set([...known, ...added])].sort((a, b) => a - b);
}

function focusRule(position: number): void {
  document.querySelector<HTMLInputElement>(`[data-cell="${position} place"]`)?.focus();
}
