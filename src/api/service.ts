/** What every route works with, made once in `app.ts`. */
import type { ScheduleDocuments } from '../documents/schedule-documents.ts';
import type { Settings } from '../settings.ts';
import type { Database } from '../storage/engine/database.ts';
import type { LookUpAdmission } from './admission.ts';
import type { KeyUses } from './key-uses.ts';

export interface Service {
  settings: Settings;
  database: Database;
  lookUpAdmission: LookUpAdmission;
  documents: ScheduleDocuments;
  keyUses: KeyUses;
}
