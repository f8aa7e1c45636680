/** What of the history is shown: by race, crew, person, key and operation. */
import type { Office } from '../../../../../src/contract/console/office.ts';
import { OPERATION_NAMES } from '../../../../../src/domain/history/changes.ts';
import { dateLanguage } from '../../../shared/page/language.ts';
import { choiceText } from '../race-names.ts';
import type { authorsOf, FilterName, Filters } from './history-decisions.ts';
import { historyWords } from './history-words.ts';

interface FilterBarProps {
  document: Office;
  filters: Filters;
  authors: ReturnType<typeof authorsOf>;
  /** Of a race that is filtered by and is there no more. */
  removedName: string | undefined;
  onChange: (filters: Filters) => void;
}

export function FilterBar({ document, filters, authors, removedName, onChange }: FilterBarProps) {
  const t = historyWords.value;
  const races = document.races.map(
    (race) => [String(race.id), choiceText(race, document, dateLanguage())] as const,
  );
  const crews = document.crews.map(({ id, name }) => [String(id), name] as const);
  const isRemoved = filters.race !== undefined && !races.some(([id]) => id === filters.race);
  const operations = OPERATION_NAMES.map((name) => [name, t.operations[name]] as const);
  const choices: [FilterName, string, readonly (readonly [string, string])[]][] = [
    [
      'race',
      t.race,
      isRemoved ? [...races, [filters.race ?? '', t.removedRace(removedName ?? '')]] : races,
    ],
    ['crew', t.crew, crews],
    ['person', t.person, authors.people],
    ['key', t.key, authors.keys.map((key) => [key, key] as const)],
    ['operation', t.operation, operations],
  ];
  return (
    <search class="filters" aria-label={t.filters}>
      {choices.map(([name, label, options]) => (
        <div key={name}>
          <label class="quiet" for={`filter-${name}`}>
            {label}
          </label>
          <select
            id={`filter-${name}`}
            value={filters[name] ?? ''}
            onChange={({ currentTarget: { value } }) =>
              onChange({ ...filters, [name]: value || undefined })
            }
          >
            <option value="">{t.all}</option>
            {options.map(([value, text]) => (
              <option key={value} value={value} selected={filters[name] === value}>
                {text}
              </option>
            ))}
          </select>
        </div>
      ))}
      {Object.values(filters).some(Boolean) && (
        <button type="button" class="pill" onClick={() => onChange({})}>
          {t.clear}
        </button>
      )}
    </search>
  );
}
