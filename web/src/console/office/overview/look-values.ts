/** The look of a regatta as texts of a form, by the names of fields that the service uses in errors. Pure. */
import type { ConsoleEvent } from '../../../../../src/contract/console/events.ts';
import { MAX_LINKS } from '../../../../../src/contract/limits.ts';
import type { LookLink, LookWrite } from '../../../../../src/contract/look.ts';
import type { Values } from '../../drafts.ts';

export const ACCENT = 'look.accent';
export const SPONSOR = 'look.sponsor';
export const labelOf = (row: number) => `look.links[${row}].label`;
export const urlOfLink = (row: number) => `look.links[${row}].url`;

/** The texts of the stored look. */
export function lookValues({ look }: Pick<ConsoleEvent, 'look'>): Values {
  const { accent, sponsor, links = [] } = look ?? {};
  return { [ACCENT]: accent ?? '', [SPONSOR]: sponsor ?? '', ...linkValues(links) };
}

function linkValues(links: readonly LookLink[]): Values {
  const rows = Array.from({ length: MAX_LINKS }, (_, row) => [
    [labelOf(row), links[row]?.label ?? ''],
    [urlOfLink(row), links[row]?.url ?? ''],
  ]);
  return Object.fromEntries(rows.flat());
}

/** The typed links, without empty rows. */
function typedLinks(values: Values): LookLink[] {
  return Array.from({ length: MAX_LINKS }, (_, row) => ({
    label: String(values[labelOf(row)]).trim(),
    url: String(values[urlOfLink(row)]).trim(),
  })).filter(({ label, url }) => label !== '' || url !== '');
}

/** The values with the links moved up into the empty rows, because the service counts links without these. */
export function movedUp(values: Values): Values {
  return { ...values, ...linkValues(typedLinks(values)) };
}

/** The number of rows to show: those up to the last with a text, and one more where there is room. */
export function rowCount(values: Values): number {
  const used = Array.from({ length: MAX_LINKS }, (_, row) => row).filter(
    (row) => values[labelOf(row)] !== '' || values[urlOfLink(row)] !== '',
  );
  return Math.min(MAX_LINKS, (used.at(-1) ?? -1) + 2);
}

/** The body to send. @param changed the fields that differ from what is stored */
export function lookWrite(changed: Partial<Values>, values: Values): LookWrite {
  const { [ACCENT]: accent, [SPONSOR]: sponsor } = changed;
  const hasLinks = Object.keys(changed).some((field) => field.startsWith('look.links'));
  return {
    ...(accent !== undefined && { accent: String(accent).trim() || null }),
    ...(sponsor !== undefined && { sponsor: String(sponsor) }),
    ...(hasLinks && { links: typedLinks(values) }),
  };
}
