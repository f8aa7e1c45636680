/** A time zone, found by typing a city. It follows the pattern "combobox with list" of the ARIA practices. */
import { useMemo, useState } from 'preact/hooks';
import { timeOfDay } from '../../shared/times.ts';
import type { Values } from '../drafts.ts';
import { consoleWords } from '../words/console.ts';
import { exactZone, searchZones, zoneLabel } from '../zones.ts';
import { Below, type FieldProps, fieldParts, Label } from './field.tsx';

const SHOWN_ZONES = 8;
/** The zone of this device. */
export const ZONE_HERE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

export function ZoneField<V extends Values>(props: FieldProps<V>) {
  const { form, name, label, hint, isOptional } = props;
  const t = consoleWords.value;
  const zones = useMemo(allZones, []);
  const { id, error, attributes } = fieldParts(props);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const typed = String(form.values.value[name]);
  const found = isOpen ? searchZones(zones, typed, SHOWN_ZONES) : [];
  const choose = (zone: string) => {
    form.set(name, zone as V[keyof V]);
    setOpen(false);
    setActive(-1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!isOpen) return setOpen(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      if (found.length > 0) setActive((Math.max(active, -1) + step + found.length) % found.length);
    } else if (event.key === 'Enter' && isOpen && found[active] !== undefined) {
      event.preventDefault();
      choose(found[active]);
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      setOpen(false);
    }
  };
  return (
    <div class="field zone">
      <Label id={id} label={label} isOptional={isOptional} />
      <input
        {...attributes}
        type="text"
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        value={typed}
        onInput={({ currentTarget: { value } }) => {
          form.set(name, value as V[keyof V]);
          setActive(-1);
          setOpen(true);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          setOpen(false);
          form.set(name, exactZone(zones, typed) as V[keyof V]);
        }}
      />
      <div
        id={`${id}-list`}
        role="listbox"
        tabIndex={-1}
        aria-label={label}
        class="options"
        hidden={found.length === 0}
      >
        {found.map((zone, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys of its list.
          <div
            key={zone}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            // The field keeps the focus.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(zone)}
          >
            {zoneLabel(zone)}
            {zone === ZONE_HERE && <span class="quiet"> {t.event.zoneHere}</span>}
          </div>
        ))}
      </div>
      <p class="vh" role="status">
        {isOpen && t.event.zonesFound(found.length)}
      </p>
      <Below id={id} error={error} hint={hint ?? zoneHint(zones, typed)} />
    </div>
  );
}

/** The hint below the field: the current time in the zone, so that a wrong zone is noticed. */
function zoneHint(zones: readonly string[], typed: string): string {
  const t = consoleWords.value.event;
  return zones.includes(typed) ? t.now(timeOfDay(Date.now(), typed)) : t.timezoneHint;
}

/** All zones that the browser knows, its own first, because most venues are near. */
function allZones(): string[] {
  const others = Intl.supportedValuesOf('timeZone').filter((zone) => zone !== ZONE_HERE);
  return [ZONE_HERE, ...others];
}
