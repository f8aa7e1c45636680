/**
 * The field for the crew of a lane: finds a crew by a few letters of its name or club, or adds one. It follows the pattern
 * "combobox with list" of the ARIA practices.
 */
import { useId, useState } from 'preact/hooks';
import type { Office } from '../../../../../../src/contract/console/office.ts';
import { MAX_CREW_NAME_LENGTH } from '../../../../../../src/contract/limits.ts';
import { reloadOffice, shownRevision } from '../../../documents/office.ts';
import { problemText } from '../../../problems.ts';
import { consoleWords } from '../../../words/console.ts';
import { racesWords } from '../../../words/office-races.ts';
import { writeOffice } from '../../conflicts/write.ts';
import { crewNames, useRaceWords } from '../race-words.ts';
import type { DrawEdits } from './draw-edits.ts';
import { crewNamed, crewText, type DrawnLane, findCrews, unknownCrewText } from './drawn-lanes.ts';

/** At most so many crews are listed; more letters find the others. */
const SHOWN_CREWS = 7;

interface CrewFieldProps {
  document: Office;
  lane: DrawnLane;
  lanes: readonly DrawnLane[];
  edit: DrawEdits;
  /** What is being typed; `undefined`: nothing. */
  typed: string | undefined;
  /** A crew was chosen with Enter. */
  onDone: () => void;
}

/** What the list offers: a crew, or a new one of the typed name. */
type Option =
  | { id: number; name: string; club: string | null; inLane: string | undefined }
  | { add: string };

export function CrewField(props: CrewFieldProps) {
  const { document, lane, edit, typed } = props;
  const t = useRaceWords();
  const id = useId();
  const base = lane.unknownCrew ?? crewNames(document)(lane.crewId);
  const { type, options, active, choose, onKeyDown, error } = useCrewChoice(props, base);
  return (
    <div class="crew-field">
      <input
        id={id}
        role="combobox"
        data-crew={lane.position}
        aria-label={t.crewOf(lane.label)}
        aria-expanded={options.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={options.length > 0 ? `${id}-${active}` : undefined}
        aria-invalid={error ? 'true' : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        autocomplete="off"
        spellcheck={false}
        maxLength={MAX_CREW_NAME_LENGTH}
        placeholder={t.emptyLane}
        value={typed ?? base}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onInput={({ currentTarget: { value } }) => type(value)}
        onKeyDown={onKeyDown}
        onBlur={() => edit.leave(lane.position)}
      />
      <Options id={id} options={options} active={active} choose={choose} />
      <p class="vh" role="status">
        {typed?.trim() && t.crewsFound(options.filter((option) => 'id' in option).length)}
      </p>
      {error && (
        <p class="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

/** The options for what is typed into the field. @param base the text in the field while nothing is typed */
function useCrewChoice(
  { document, lane, lanes, edit, typed, onDone }: CrewFieldProps,
  base: string,
) {
  const { position } = lane;
  const setCrew = (crew: string) => edit.setCrew(position, crew);
  const [active, setActive] = useState(0);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [isAdding, setAdding] = useState(false);
  const offered = (text: string | undefined) =>
    text?.trim() ? optionsFor(document, lanes, lane, text) : [];
  const choose = async (option: Option | undefined) => {
    setProblem(undefined);
    if (!option) return;
    if ('id' in option) return setCrew(crewText(option.id));
    setCrew(unknownCrewText(option.add));
    setAdding(true);
    const added = await addCrew(document.event.id, option.add);
    setAdding(false);
    if (typeof added === 'number') edit.setAdded(position, option.add, added);
    else setProblem(added);
  };
  const enter = () => {
    // Read the draft: a person who types fast is ahead of what is drawn.
    const text = edit.typing(position);
    if (text?.trim() === '') setCrew('');
    void choose(offered(text)[active]);
    onDone();
  };
  const options = offered(typed);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return;
    const count = Math.max(options.length, 1);
    if (event.key === 'ArrowDown') setActive((active + 1) % count);
    else if (event.key === 'ArrowUp') setActive((active - 1 + count) % count);
    else if (event.key === 'Escape' && edit.typing(position) !== undefined) edit.untype(position);
    else if (event.key === 'Enter') enter();
    else return;
    event.preventDefault();
  };
  const isUnknown = lane.unknownCrew !== undefined && typed === undefined && !isAdding;
  const error = problem ?? (isUnknown ? racesWords.value.noSuchCrew : undefined);
  const type = (text: string) => {
    edit.typeCrew(position, text, base);
    setActive(0);
  };
  return { type, options, active, choose, onKeyDown, error };
}

interface OptionsProps {
  id: string;
  options: readonly Option[];
  active: number;
  choose: (option: Option) => Promise<void>;
}

function Options({ id, options, active, choose }: OptionsProps) {
  const t = useRaceWords();
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      tabIndex={-1}
      aria-label={t.crew}
      class="options"
      hidden={options.length === 0}
    >
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys of its list.
        <div
          key={'id' in option ? option.id : 'new'}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          // The field keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => void choose(option)}
        >
          <OptionText option={option} />
        </div>
      ))}
    </div>
  );
}

function OptionText({ option }: { option: Option }) {
  const t = useRaceWords();
  if ('add' in option) return <b>{t.newCrew(option.add)}</b>;
  const notes = [option.club, option.inLane !== undefined && t.alreadyIn(option.inLane)].filter(
    Boolean,
  );
  return (
    <span>
      {option.name} {notes.length > 0 && <span class="quiet">{notes.join(' · ')}</span>}
    </span>
  );
}

function optionsFor(
  { crews }: Office,
  lanes: readonly DrawnLane[],
  lane: DrawnLane,
  typed: string,
): Option[] {
  const labels = new Map(
    lanes.filter((each) => each !== lane).map(({ crewId, label }) => [crewId, label]),
  );
  const found: Option[] = findCrews(crews, typed, SHOWN_CREWS).map(({ id, name, clubId }) => ({
    id,
    name,
    club: clubId,
    inLane: labels.get(id),
  }));
  return crewNamed(crews, typed) ? found : [...found, { add: typed.trim() }];
}

/** @returns its id, or in words why it was not added */
async function addCrew(eventId: number, name: string): Promise<number | string> {
  const outcome = await writeOffice('PUT /events/{eventId}/crews', {
    params: { eventId },
    seen: shownRevision(),
    body: () => ({ crews: [{ id: null, name }] }),
    mine: { valuesOf: () => undefined },
    said: racesWords.peek().added(name),
  });
  if (outcome.kind === 'refused') return problemText(outcome.problem, consoleWords.peek());
  await reloadOffice();
  const added = outcome.kind === 'done' ? outcome.body.crews[0]?.id : undefined;
  return added ?? racesWords.peek().noSuchCrew;
}
