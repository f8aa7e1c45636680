/** The command palette: what can be done is found by typing (console, "Quick ways"). */
import './palette.css';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Office } from '../../../../../src/contract/console/office.ts';
import { consoleWords } from '../../words/console.ts';
import { frameWords } from '../../words/office-frame.ts';
import { paletteWords } from '../../words/office-palette.ts';
import { commands, keyText, useCommands } from '../frame/commands.ts';
import { useComparedClock } from '../races/racing/device-clock.ts';
import { type FoundCommand, findCommands } from './typed-command.ts';
import { type StateWish, wishCommands } from './wish-commands.ts';

interface PaletteProps {
  eventId: number;
  document: Office;
  /** Asks for the reason, and writes. */
  onWish: (wish: StateWish) => void;
  onClose: () => void;
}

/** Its own opener is of no use in it. */
const OPENER = 'frame.palette';

/** What stands in the dialog of the palette. */
export function Palette({ eventId, document, onWish, onClose }: PaletteProps) {
  useCommands(wishCommands(eventId, document, onWish));
  // A race may be started from here.
  useComparedClock();
  return <Finder onClose={onClose} />;
}

/** It follows the pattern "combobox with list" of the ARIA practices. */
function Finder({ onClose }: Pick<PaletteProps, 'onClose'>) {
  const t = paletteWords.value;
  const { names } = frameWords.value.keys;
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  const [active, setActive] = useState(0);
  const found = findCommands(
    commands.value.filter(({ id, run }) => run && id !== OPENER),
    typed,
  );
  const run = (chosen: FoundCommand | undefined) => {
    if (!chosen) return;
    // What it opens gets the focus, so the palette goes first, unless it asks for more itself.
    if (!ASKS_MORE.has(chosen.command.id)) onClose();
    chosen.command.run?.(typed);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (found.length > 0) setActive((active + step + found.length) % found.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      run(found[active]);
    }
  };
  return (
    <div class="palette">
      <input
        ref={field}
        type="text"
        role="combobox"
        aria-label={t.label}
        aria-expanded={found.length > 0}
        aria-controls="palette-list"
        aria-autocomplete="list"
        aria-activedescendant={found.length > 0 ? `palette-${active}` : undefined}
        placeholder={t.placeholder}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        value={typed}
        onInput={({ currentTarget: { value } }) => {
          setTyped(value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id="palette-list" role="listbox" tabIndex={-1} aria-label={t.label} class="palette-list">
        {found.map(({ command, words }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys of its list.
          <div
            key={command.id}
            id={`palette-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            // The field keeps the focus.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => run(found[index])}
          >
            <span>{words}</span>
            {command.keys?.[0] && <kbd>{keyText(command.keys[0], names)}</kbd>}
          </div>
        ))}
      </div>
      {found.length === 0 && <p class="quiet">{t.nothing}</p>}
      <p class="vh" role="status">
        {t.found(found.length)}
      </p>
      <div class="actions">
        <button type="button" class="pill" onClick={onClose}>
          {consoleWords.value.close}
        </button>
      </div>
    </div>
  );
}

const ASKS_MORE: ReadonlySet<string> = new Set(['palette.cancel', 'palette.postpone']);
