/**
 * How fast the service is, compared with the least that could do the same work, in one run.
 *
 *     npm run -s bench > docs/benchmarks.md
 *
 * Needs Linux, the registry of npm, `wrk` and `pgbench` (Debian: `apt-get install wrk postgresql`). Everything runs on
 * this machine, on loopback, on databases in a temporary folder and on a private server; it takes
 * some twenty minutes and stops what it started.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bridgeRow } from './bridge.ts';
import { coldPageRows } from './cold-pages.ts';
import { consoleRows } from './console.ts';
import { embeddedRows } from './embedded.ts';
import { fairnessRow } from './fairness.ts';
import { headRaceRows } from './head-race.ts';
import { importRows } from './import.ts';
import { importPreviewRow } from './import-preview.ts';
import { largestEventRows } from './largest-event.ts';
import { notificationRows } from './notifications.ts';
import { officeRows } from './office.ts';
import { officeBrowserRow } from './office-browser.ts';
import { officeDecisionRows } from './office-decision.ts';
import { portableRows } from './portable.ts';
import { printed } from './print.ts';
import { preparePublished, publicRows } from './public.ts';
import { raceDayRows } from './race-day.ts';
import { serverRows } from './server.ts';
import { signInFloodRow } from './sign-in-flood.ts';

const folder = mkdtempSync(join(tmpdir(), 'running-order-bench-'));
try {
  const sqlite = await embeddedRows(folder);
  const { version, results: postgres } = await serverRows(folder);
  const published = await preparePublished(folder);
  const raceDay = [
    ...(await notificationRows(published, folder)),
    ...(await publicRows(published, folder)),
    ...(await coldPageRows(published, folder)),
    ...(await raceDayRows(published, folder)),
    await fairnessRow(published, folder),
    ...(await consoleRows(published, folder)),
    await signInFloodRow(published, folder),
    ...(await officeRows(published, folder)),
    await officeBrowserRow(published, folder),
    ...officeDecisionRows(),
    ...(await importRows(published, folder)),
    await importPreviewRow(published, folder),
    ...(await largestEventRows(published, folder)),
    ...(await headRaceRows(published, folder)),
    await bridgeRow(published, folder),
    ...(await portableRows(published, folder)),
  ];
  process.stdout.write(printed({ sqlite, postgres, version, raceDay }));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
