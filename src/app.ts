/** The composition root: creates the parts of the service and joins all its routes. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { prepareAdmission, type Service } from './api/admit.ts';
import { KeyUses } from './api/key-uses.ts';
import { referenceRoutes } from './api/reference.ts';
import { API_HANDLERS, apiRoutes } from './api/routes.ts';
import { Board, type PublicRoute, publicRoutes } from './board/board.ts';
import { EVENT_FILES } from './board/event-files.ts';
import { EVENT_PAGES } from './board/pages/event-pages.ts';
import { LIST_PAGES, LIST_ROUTES } from './board/pages/list-pages.ts';
import { missingPage } from './board/pages/missing.ts';
import { OPERATOR_PAGES } from './board/pages/operator-pages.ts';
import { assetRoutes, BOARD_ROUTES } from './board/routes.ts';
import { redirectWithoutSlashes, SMALL_FILES } from './board/small-files.ts';
import { ACCOUNT_ROUTES, KEY_ROUTES } from './console/accounts/account.ts';
import { CLUB_ROUTES } from './console/accounts/clubs.ts';
import { INSTALLATION_ROUTES } from './console/accounts/installation.ts';
import { PEOPLE_ROUTES } from './console/accounts/people.ts';
import { Console } from './console/console.ts';
import { EVENT_ROUTES } from './console/events.ts';
import { DAY_ROUTES } from './console/office/day.ts';
import { DOCUMENT_ROUTES } from './console/office/document.ts';
import { EXPORT_ROUTES, IMPORT_ROUTES } from './console/office/files.ts';
import { HISTORY_ROUTES } from './console/office/history.ts';
import { PUBLICATION_ROUTES } from './console/office/publication.ts';
import { ERASURE_ROUTES, PATTERN_ROUTES, RACE_ROUTES } from './console/office/races.ts';
import { WEBHOOK_ROUTES } from './console/office/webhooks.ts';
import { CONSOLE_PAGES, pageRoutes } from './console/pages.ts';
import { type ConsoleRoute, consoleRoutes } from './console/route.ts';
import { PASSWORD_ROUTES } from './console/sign-in/change-password.ts';
import { LINK_ROUTES, SET_UP_ROUTES } from './console/sign-in/links.ts';
import { PASSKEY_ROUTES } from './console/sign-in/passkeys.ts';
import { PROOF_ROUTES, SESSION_ROUTES } from './console/sign-in/sessions.ts';
import { ScheduleDocuments } from './documents/schedule-documents.ts';
import { Metrics } from './http/metrics.ts';
import { HttpServer } from './http/server.ts';
import { addBackupMetrics, DailyBackups } from './monitoring/daily-backups.ts';
import { addRetentionMetrics, DailyRetention } from './monitoring/daily-retention.ts';
import {
  addDatabaseMetrics,
  addFollowerMetrics,
  addLiveMetrics,
  addPasswordMetrics,
  addProcessMetrics,
  addPushMetrics,
  addWebhookMetrics,
} from './monitoring/metrics.ts';
import { explainTrouble, probeRoutes, Readiness } from './monitoring/probes.ts';
import { mintVapidKeys } from './notify/push/push-crypto.ts';
import { PushSender, subjectOf } from './notify/push/web-push.ts';
import { WebhookSender } from './notify/webhooks.ts';
import { Worker } from './notify/worker.ts';
import { objectionToFolder, retain } from './operations/retain.ts';
import type { Settings } from './settings.ts';
import { provideVapidKeys, type VapidKeys } from './storage/accounts/installation.ts';
import type { Database } from './storage/engine/database.ts';

/** The files and pages of the board. A request with surplus slashes in its path is redirected to them. */
const BOARD_PAGES: readonly PublicRoute[] = [
  ...EVENT_PAGES,
  ...LIST_PAGES,
  ...OPERATOR_PAGES,
  ...SMALL_FILES,
  ...EVENT_FILES,
];

/** The routes that need no key. */
export const PUBLIC_ROUTES: readonly PublicRoute[] = [
  ...LIST_ROUTES,
  ...BOARD_ROUTES,
  ...BOARD_PAGES,
];

/** The routes of the console's API; `src/contract/console/routes.ts` describes them. */
export const CONSOLE_ROUTES: readonly ConsoleRoute[] = [
  ...SESSION_ROUTES,
  ...PROOF_ROUTES,
  ...SET_UP_ROUTES,
  ...LINK_ROUTES,
  ...ACCOUNT_ROUTES,
  ...PASSWORD_ROUTES,
  ...PASSKEY_ROUTES,
  ...KEY_ROUTES,
  ...INSTALLATION_ROUTES,
  ...CLUB_ROUTES,
  ...PEOPLE_ROUTES,
  ...EVENT_ROUTES,
  ...DOCUMENT_ROUTES,
  ...RACE_ROUTES,
  ...PATTERN_ROUTES,
  ...DAY_ROUTES,
  ...HISTORY_ROUTES,
  ...IMPORT_ROUTES,
  ...EXPORT_ROUTES,
  ...ERASURE_ROUTES,
  ...PUBLICATION_ROUTES,
  ...WEBHOOK_ROUTES,
];

/** How much time a proxy that checks `/readyz` gets to notice that the service is about to stop. */
const GRACE_MILLIS = 5000;
/** How long a request under way may delay a stop. */
const DRAIN_MILLIS = 5000;

export interface App {
  /** Starts to listen. @returns the port @throws Node's error when the address is taken */
  listen(address: { host: string; port: number }): Promise<number>;
  /** Makes `/readyz` answer "not ready", and gives a proxy time to notice; requests are still answered. */
  drain(): Promise<void>;
  /** Accepts no new requests, finishes those under way, and stores everything that is still to be written. */
  close(): Promise<void>;
}

/** Creates the service on an open database, and starts its worker and daily tasks; it does not listen yet. */
export async function createApp(settings: Settings, database: Database, log: Logger): Promise<App> {
  const service: Service = {
    settings,
    database,
    lookUpAdmission: prepareAdmission(database, settings),
    documents: new ScheduleDocuments(database),
    keyUses: new KeyUses(database, log),
  };
  const metrics = new Metrics();
  const { publicUrl, trustedProxies } = settings;
  const vapidKeys = await provideVapidKeys(database, mintVapidKeys, Date.now());
  const board = new Board(settings, database, log, vapidKeys.publicKey);
  const office = new Console(settings, database, log);
  const { registry } = metrics;
  const { connections } = database;
  const backups = settings.backups && new DailyBackups(settings.backups, { connections, log });
  const retention = dailyRetention(settings, database, log, registry);
  const warning = () => backups?.warning() ?? retention.warning();
  const readiness = new Readiness(database, log, warning);
  const pages = ['/', ...BOARD_PAGES.map(([, path]) => path), ...CONSOLE_PAGES];
  const withoutSlashes = redirectWithoutSlashes(pages, publicUrl);
  const server = new HttpServer({
    publicUrl,
    trustedProxies,
    log,
    metrics,
    routes: [
      ...apiRoutes(service, API_HANDLERS),
      ...publicRoutes(board, PUBLIC_ROUTES),
      ...consoleRoutes(office, CONSOLE_ROUTES),
      ...pageRoutes(settings),
      ...assetRoutes(board),
      ...referenceRoutes(publicUrl),
      ...probeRoutes(readiness),
    ],
    missing: (exchange) => withoutSlashes(exchange) ?? missingPage(board, exchange),
    explain: (error) => explainTrouble(database, error),
  });
  addDatabaseMetrics(registry, database);
  addBackupMetrics(registry, backups);
  addFollowerMetrics(registry, board.follows.places);
  addLiveMetrics(registry, () => board.live.count);
  addPasswordMetrics(registry, office.passwords);
  const stopProcessMetrics = addProcessMetrics(registry);
  const worker = startWorker(settings, database, log, { registry, vapidKeys });
  backups?.start();
  retention.start();
  return {
    listen: (address) => server.listen(address).finally(() => board.warm()),
    drain: async () => {
      server.isDraining = true;
      if (readiness.isWatched()) await delay(GRACE_MILLIS);
    },
    close: async () => {
      server.isDraining = true;
      await board.close();
      office.closeStreams();
      await worker.stop();
      await server.close(DRAIN_MILLIS);
      await office.close();
      await service.keyUses.stop();
      await backups?.stop();
      await retention.stop();
      stopProcessMetrics();
    },
  };
}

interface WorkerParts {
  registry: Metrics['registry'];
  vapidKeys: VapidKeys;
}

function startWorker(
  settings: Settings,
  database: Database,
  log: Logger,
  { registry, vapidKeys }: WorkerParts,
): Worker {
  const { publicUrl, pushOrigins, webhookOrigins, nameServers } = settings;
  return new Worker({
    settings,
    database,
    sender: new PushSender({
      ...{ keys: vapidKeys, subject: subjectOf(publicUrl), origins: pushOrigins, nameServers },
    }),
    count: addPushMetrics(registry),
    webhooks: {
      sender: new WebhookSender({ origins: webhookOrigins, nameServers }),
      count: addWebhookMetrics(registry),
    },
    log,
  });
}

function dailyRetention(
  { retention }: Settings,
  database: Database,
  log: Logger,
  registry: Metrics['registry'],
): DailyRetention {
  return new DailyRetention({
    ...{ retention, database, log, count: addRetentionMetrics(registry) },
    retain: () => retain({ database, retention }),
    objectionToFolder: () => objectionToFolder(retention),
  });
}
