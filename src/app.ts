/** The composition root: what the service is made of, and every route it answers. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { getEvents, getMe } from './api/account.ts';
import { prepareAdmission } from './api/admission.ts';
import { putDelay } from './api/delay.ts';
import { KeyUses } from './api/key-uses.ts';
import { putEntries, putResults } from './api/lanes.ts';
import { putRaces } from './api/races.ts';
import { referenceRoutes } from './api/reference/pages.ts';
import { type ApiRoute, admitted } from './api/route.ts';
import { getSchedule, postPublish, postSchedule } from './api/schedule.ts';
import type { Service } from './api/service.ts';
import { getTeams, putTeams } from './api/teams.ts';
import { Board, type PublicHandler } from './board/board.ts';
import { getManifest, getResultsCsv, getResultsFeed } from './board/event-files.ts';
import {
  getBoardPage,
  getCrew,
  getEmbedPage,
  getOtherView,
  getPlainPage,
  getRacePage,
} from './board/event-pages.ts';
import { deleteFollows, getPushKey, putFollows } from './board/follows.ts';
import { missingPage } from './board/missing.ts';
import { assetRoutes, getBoard, getBoardEvents, getLive, getStartPage } from './board/routes.ts';
import { getFavicon, getLogo, getRobots, wayWithoutSlashes } from './board/small-files.ts';
import { getAccountHistory, getClubHistory } from './console/account-history.ts';
import { deleteOwnSession, getAccount, getSessions, patchAccount } from './console/account.ts';
import { putPassword } from './console/change-password.ts';
import { getClub, getClubs, patchClub, postClub } from './console/clubs.ts';
import { Console } from './console/console.ts';
import { deleteEvent, getEvent, getMyEvents, patchEvent, postEvent } from './console/events.ts';
import { deleteInvitation, getInvitations, postInvitation } from './console/invitations.ts';
import { deleteKey, getKey, getKeys, postKey } from './console/keys.ts';
import { postLinkRead, postLinkRedeem, postLinkRequest } from './console/links.ts';
import { deleteMember, putMember } from './console/members.ts';
import { postRetime, putOfficeDelay } from './console/office/day.ts';
import { getOffice, getOfficeLive } from './console/office/document.ts';
import { postImport } from './console/office/import.ts';
import { getExport } from './console/office/export.ts';
import { putOfficeLanes, putOfficeResults } from './console/office/lanes.ts';
import { getHistory, postRestore, postUndo } from './console/office/history.ts';
import { putPlace } from './console/office/place.ts';
import { postProgression, putProgression, putRounds } from './console/office/progression.ts';
import { deleteNotice, postNotice } from './console/office/notices.ts';
import { getPublication, postOfficePublish, postUnpublish } from './console/office/publication.ts';
import { putOfficial, putRaceState } from './console/office/race-state.ts';
import { postCrewMerge, putOfficeCrews, putOfficeRaces } from './console/office/rows.ts';
import { putSettings } from './console/office/settings.ts';
import { putCrewWithdrawn, putEntryWithdrawn } from './console/office/withdrawn.ts';
import { CONSOLE_PAGES, pageRoutes } from './console/pages.ts';
import { deletePerson, getPeople, postPerson, postSignInLink } from './console/people.ts';
import {
  deletePasskey,
  getPasskeys,
  postPasskey,
  postPasskeyOptions,
  postSessionPasskey,
  postSessionPasskeyOptions,
} from './console/passkeys.ts';
import { postProof } from './console/proof.ts';
import { getReach } from './console/reach.ts';
import { type ConsoleRoute, consoleRoute } from './console/route.ts';
import { deleteSession, getSession, postSession } from './console/sessions.ts';
import { postSetUp } from './console/set-up.ts';
import { ScheduleDocuments } from './documents/schedule-documents.ts';
import { Metrics } from './http/metrics.ts';
import type { Method, Route } from './http/router.ts';
import { HttpServer } from './http/server.ts';
import { addBackupMetrics, DailyBackups } from './monitoring/daily-backups.ts';
import { addDatabaseMetrics } from './monitoring/database-metrics.ts';
import { probeRoutes } from './monitoring/probes.ts';
import { addProcessMetrics } from './monitoring/process-metrics.ts';
import { Readiness } from './monitoring/readiness.ts';
import {
  addFollowerMetrics,
  addLiveMetrics,
  addPasswordMetrics,
  addPushMetrics,
} from './monitoring/service-metrics.ts';
import { explainTrouble } from './monitoring/troubles.ts';
import { mintVapidKeys } from './notify/vapid.ts';
import { PushSender, subjectOf } from './notify/web-push.ts';
import { Worker } from './notify/worker.ts';
import type { Settings } from './settings.ts';
import type { Database } from './storage/database.ts';
import { provideVapidKeys } from './storage/vapid-keys.ts';

/** The API, whose requests carry a key. */
export const ROUTES: readonly ApiRoute[] = [
  getMe,
  getEvents,
  getSchedule,
  postSchedule,
  postPublish,
  putDelay,
  getTeams,
  putTeams,
  putRaces,
  putEntries,
  putResults,
];

type PublicRoute = [method: Method, path: string, handler: PublicHandler];

/** What anyone may ask for, without a key. */
const PUBLIC_ROUTES: readonly PublicRoute[] = [
  ['GET', '/board/api/events', getBoardEvents],
  ['GET', '/board/api/events/:eventId', getBoard],
  ['GET', '/board/api/events/:eventId/live', getLive],
  ['GET', '/board/api/push-key', getPushKey],
  ['PUT', '/board/api/follows', putFollows],
  ['DELETE', '/board/api/follows', deleteFollows],
  ['GET', '/', getStartPage],
];

/** Files of the pages, and what programs ask every site for. */
const FILES: readonly PublicRoute[] = [
  ['GET', '/robots.txt', getRobots],
  ['GET', '/favicon.ico', getFavicon],
  ['GET', '/logo', getLogo],
  ['GET', '/events/:eventId/manifest.webmanifest', getManifest],
  ['GET', '/events/:eventId/results.csv', getResultsCsv],
  ['GET', '/events/:eventId/results.atom', getResultsFeed],
];

/** The pages of an event. */
const EVENT_PAGES: readonly (readonly [path: string, handler: PublicHandler])[] = [
  ['/events/:eventId', getBoardPage],
  ['/events/:eventId/races/:raceNumber', getRacePage],
  ['/events/:eventId/crews/:crew', getCrew],
  ['/events/:eventId/display', getOtherView],
  ['/events/:eventId/print', getOtherView],
  ['/events/:eventId/embed', getEmbedPage],
  ['/events/:eventId/plain', getPlainPage],
];

/** What people who are signed in to the console may ask for. */
export const CONSOLE_ROUTES: readonly ConsoleRoute[] = [
  postSession,
  getSession,
  deleteSession,
  postProof,
  postSetUp,
  getAccount,
  patchAccount,
  putPassword,
  getSessions,
  getReach,
  deleteOwnSession,
  getPasskeys,
  postPasskeyOptions,
  postPasskey,
  deletePasskey,
  postSessionPasskeyOptions,
  postSessionPasskey,
  getAccountHistory,
  getClubs,
  postClub,
  getClub,
  patchClub,
  putMember,
  deleteMember,
  getClubHistory,
  getInvitations,
  postInvitation,
  deleteInvitation,
  postLinkRequest,
  postLinkRead,
  postLinkRedeem,
  getPeople,
  postPerson,
  postSignInLink,
  deletePerson,
  getKeys,
  postKey,
  getKey,
  deleteKey,
  getMyEvents,
  postEvent,
  getEvent,
  patchEvent,
  deleteEvent,
  getOffice,
  getOfficeLive,
  putPlace,
  putOfficeRaces,
  putOfficeCrews,
  postImport,
  postCrewMerge,
  putOfficeLanes,
  putOfficeResults,
  putCrewWithdrawn,
  putEntryWithdrawn,
  getHistory,
  postUndo,
  postRestore,
  putRaceState,
  putOfficial,
  putProgression,
  putRounds,
  postProgression,
  putSettings,
  putOfficeDelay,
  postRetime,
  postNotice,
  deleteNotice,
  getPublication,
  getExport,
  postOfficePublish,
  postUnpublish,
];

/** How long a proxy that asks `/readyz` gets to notice that the service is about to stop. */
const GRACE_MILLIS = 5000;
/** How long a request under way may hold up a stop. */
const DRAIN_MILLIS = 5000;

export interface App {
  /** @returns the port @throws Node's error when the address is taken */
  listen(address: { host: string; port: number }): Promise<number>;
  /** Says that it is about to stop, and lets a proxy notice before it takes no new requests. */
  drain(): Promise<void>;
  /** Takes no new requests, finishes those under way, and writes what is still to be written. */
  close(): Promise<void>;
}

/** Puts the service together on an open database; it listens to nothing yet. */
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
  const readiness = new Readiness(database, log, () => backups?.warning());
  const ofBoard = [...EVENT_PAGES.map(([path]) => path), ...FILES.map(([, path]) => path)];
  const pages = ['/', ...ofBoard, ...CONSOLE_PAGES];
  const withoutSlashes = wayWithoutSlashes(pages, publicUrl);
  const server = new HttpServer({
    publicUrl,
    trustedProxies,
    log,
    metrics,
    routes: [
      ...ROUTES.map((route) => admitted(service, route)),
      ...[...PUBLIC_ROUTES, ...FILES].map((route) => publicRoute(board, route)),
      ...EVENT_PAGES.map(([path, handle]) => publicRoute(board, ['GET', path, handle])),
      ...CONSOLE_ROUTES.map((route) => consoleRoute(office, route)),
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
  const worker = new Worker({
    settings,
    database,
    sender: new PushSender({
      keys: vapidKeys,
      subject: subjectOf(publicUrl),
      origins: settings.pushOrigins,
      nameServers: settings.nameServers,
    }),
    count: addPushMetrics(registry),
    log,
  });
  backups?.start();
  return {
    listen: (address) => server.listen(address),
    drain: async () => {
      server.isDraining = true;
      if (readiness.isWatched()) await delay(GRACE_MILLIS);
    },
    close: async () => {
      server.isDraining = true;
      board.close();
      office.closeStreams();
      await worker.stop();
      await server.close(DRAIN_MILLIS);
      await office.close();
      await service.keyUses.stop();
      await backups?.stop();
      stopProcessMetrics();
    },
  };
}

function publicRoute(board: Board, [method, path, handle]: PublicRoute): Route {
  return { method, path, handle: (exchange) => handle(board, exchange) };
}
