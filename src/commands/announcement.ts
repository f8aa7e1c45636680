/** Prints the addresses at which phones reach the service. */
import { renderUnicodeCompact } from 'uqr';
import { venueDay } from '../domain/day/venue-day.ts';
import { type Interfaces, networkHosts } from '../hosts.ts';
import { addressOf, type Settings } from '../settings.ts';

interface Announced {
  /** Of the page to open, such as `/events/1`; empty for the start page. */
  path: string;
  /** Whether a person may be looking, who can scan a code. */
  isTerminal: boolean;
  /** The network interfaces; left out, those of this machine. */
  interfaces?: Interfaces;
}

/**
 * Lines for people: each address that a phone can use, and the first of them as a QR code. None when
 * only this machine reaches the service.
 *
 * @param port where it listens
 */
export function announcement(
  { host, publicUrl, hasPublicUrl }: Settings,
  port: number,
  { path, isTerminal, interfaces }: Announced,
): string[] {
  const hosts = networkHosts(host, interfaces);
  const [first] = hosts;
  if (first === undefined) return [];
  // A public address that was set is the one that others use.
  const lines = hasPublicUrl
    ? [`On a phone: ${publicUrl}${path}`]
    : hosts.map((each) => `On a phone in the same network: ${addressOf(each, port)}${path}`);
  const scanned = (hasPublicUrl ? publicUrl : addressOf(first, port)) + path;
  return isTerminal ? [...lines, qrCode(scanned)] : lines;
}

/**
 * The page that phones are led to: the board, where one regatta is on or to come; else the start page, which
 * lists them.
 *
 * @param events with a published schedule
 * @param now epoch milliseconds
 */
export function pathToScan(
  events: readonly { id: number; endDate: string; timezone: string | null }[],
  now: number,
): string {
  const [first, ...others] = events.filter(
    ({ endDate, timezone }) => endDate >= venueDay(now, timezone),
  );
  return first && others.length === 0 ? `/events/${first.id}` : '';
}

/** Lines for people: where the first person of an installation sets it up; none where that is done. */
export function setUpInvitation(setUpLink: string | undefined, isTerminal: boolean): string[] {
  if (setUpLink === undefined) return [];
  const lines = [
    'Nobody runs this installation yet. Make yourself its operator, within 24 hours, at',
    `  ${setUpLink}`,
  ];
  return isTerminal ? [...lines, qrCode(setUpLink)] : lines;
}

/** White on black: in the colours of the terminal, a code could be inverted. */
const COLOURS = '\x1b[40;97m';
const USUAL = '\x1b[0m';
/** In modules; less than the four of the standard, and enough for the phones of today. */
const MARGIN = 2;

/** A text as lines of half blocks, two modules to a character. */
export function qrCode(text: string): string {
  return renderUnicodeCompact(text, { border: MARGIN })
    .split('\n')
    .map((line) => COLOURS + line + USUAL)
    .join('\n');
}
