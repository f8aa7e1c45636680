/** Pasting crews. */
import type { Office } from '../../../../../src/contract/console/office.ts';
import { PastePanel } from '../paste/paste-panel.tsx';
import { savePasted } from '../paste/save-pasted.ts';
import { pushCrews } from '../table/table-state.ts';
import { faultText } from '../table/row-errors.ts';
import { CREW_FIELDS } from './crew-rows.ts';
import { crewsWords } from './crews-state.ts';
import { CREW_HEADINGS, guessCrewColumn, planCrews } from './plan-crews.ts';

interface PasteCrewsProps {
  eventId: number;
  document: Office;
  pasted: string | undefined;
  onClose: () => void;
}

/** By which what was pasted is kept. */
export function nameOfCrewPaste(eventId: number): string {
  return `paste-crews-${eventId}`;
}

export function PasteCrews({ eventId, document, pasted, onClose }: PasteCrewsProps) {
  const t = crewsWords.value;
  return (
    <PastePanel
      name={nameOfCrewPaste(eventId)}
      pasted={pasted}
      headings={CREW_HEADINGS}
      guess={guessCrewColumn}
      plan={(sheet) => planCrews({ crews: document.crews, ...sheet })}
      words={{ names: t.names, fault: (fault) => faultText(fault, t), doubt: t.similarTo }}
      save={(rows) =>
        savePasted(eventId, {
          ...{ rows, push: pushCrews, subject: 'team' },
          writable: CREW_FIELDS,
          seen: document.revision,
        })
      }
      onClose={onClose}
    />
  );
}
