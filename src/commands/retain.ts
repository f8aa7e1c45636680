/** Removes what is older than the retention times that the operator has set (adopt, "Names and persons"). */
import { keepsAll, type Retained, type Retention } from '../domain/retention-rules.ts';
import { retain } from '../operations/retain.ts';
import { type Command, withDatabase } from './command.ts';

export const retainCommand: Command = {
  name: 'retain',
  summary:
    'remove archived events and their histories after the days that RETAIN_EVENTS_DAYS and RETAIN_HISTORY_DAYS say, as the service does each day; with --dry-run only say what would go',
  options: {},
  flags: ['dry-run'],
  run: (values, context) =>
    withDatabase(context, async (database) => {
      const { retention } = context.settings;
      const isDryRun = values['dry-run'] !== undefined;
      const done: Retained[] = [];
      for await (const each of retain({ database, retention }, isDryRun)) {
        context.progress(`event ${each.id}`);
        done.push(each);
      }
      const stayed = done.filter(({ kind }) => kind === 'stayed').length;
      return {
        json: {
          dryRun: isDryRun,
          events: documentsOf(done, 'event'),
          histories: documentsOf(done, 'history'),
          stayed: documentsOf(done, 'stayed'),
        },
        text: done.map((each) => lineOf(each, isDryRun)).join('\n') || nothingDue(retention),
        ...(stayed > 0 && !isDryRun && { failure: { status: 1, line: stayedLine(stayed) } }),
      };
    }),
};

function documentsOf(done: readonly Retained[], kind: Retained['kind']) {
  return done
    .filter((each) => each.kind === kind)
    .map(({ id: eventId, kind: _, ...facts }) => ({ eventId, ...facts }));
}

function lineOf(done: Retained, isDryRun: boolean): string {
  const head = `Event ${done.id}, ${JSON.stringify(done.name)}, last day ${done.lastDay}`;
  if (done.kind === 'stayed')
    return `${head}: ${isDryRun ? 'would stay' : 'stays'}. ${done.reason}`;
  if (done.kind === 'history') {
    const entries = done.entries === 1 ? '1 entry' : `${done.entries} entries`;
    return `${head}: ${entries} of its history ${isDryRun ? 'would be ' : ''}removed`;
  }
  return isDryRun
    ? `${head}: would be written to ${done.file} and removed`
    : `${head}: written to ${done.file} and removed`;
}

function nothingDue(retention: Retention): string {
  return keepsAll(retention)
    ? 'Everything is kept: neither RETAIN_EVENTS_DAYS nor RETAIN_HISTORY_DAYS is set.'
    : 'Nothing is due.';
}

function stayedLine(count: number): string {
  const events = count === 1 ? '1 archived event stays' : `${count} archived events stay`;
  return `${events} although the time is over: see above why.`;
}
