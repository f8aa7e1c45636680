/** What every route works with, made once in `app.ts`. */
import type { Logger } from 'pino';
import type { Settings } from '../settings.ts';
import type { Database } from '../storage/database.ts';
import type { AskGate } from './gate.ts';
import type { KeyUses } from './key-uses.ts';
import type { Metrics } from './metrics.ts';
import type { ScheduleDocuments } from './schedule-documents.ts';

export interface Service {
  settings: Settings;
  database: Database;
  askGate: AskGate;
  documents: ScheduleDocuments;
  keyUses: KeyUses;
  metrics: Metrics;
  log: Logger;
}
