/** Does something to a service under load (the `deed`), then judges all answers and what is stored. */
import { Ledger, type Write } from './ledger.ts';
import { Load } from './load.ts';
import { counts, type Finding, ledgerFaults, processFaults, statusFaults } from './proof.ts';
import { makeRegattas, type Push, type Regatta } from './regatta.ts';
import { ServiceProcess } from './service-process.ts';
import { judgeHistory } from './stored.ts';

export interface Setting {
  proof: string;
  database: string;
  databaseUrl: string;
  /** The address of the database for the services, if it differs from `databaseUrl`. */
  serviceUrl?: string;
  processes: number;
  events: number;
  /** Races of one push. */
  batch: number;
  writers: number;
  readers: number;
  pushes: readonly Push[];
}

/** What a `deed` may use. */
export interface Scene {
  services: ServiceProcess[];
  regattas: Regatta[];
  ledger: Ledger;
  load: Load;
}

export interface Outcome {
  measured: string;
  /** Statuses that the `deed` excuses; 0 stands for no answer. */
  excused: number[];
  broken?: string[];
  /** The database to judge, if the `deed` has moved to another one. */
  databaseUrl?: string;
  /** If writes may be lost: from this moment (monotonic) on, no read may show a lost write. */
  lossEndedAt?: number;
}

export async function underLoad(
  setting: Setting,
  deed: (scene: Scene) => Promise<Outcome>,
): Promise<Finding> {
  const { proof, database, databaseUrl, processes } = setting;
  const regattas = await makeRegattas(databaseUrl, setting.events, setting.batch);
  const services: ServiceProcess[] = [];
  try {
    for (let n = 0; n < processes; n++) {
      services.push(await ServiceProcess.start(setting.serviceUrl ?? databaseUrl));
    }
    const ledger = new Ledger();
    const { url } = services[0] as ServiceProcess;
    for (const regatta of regattas) await regatta.prepare(url, ledger);
    const load = new Load({ ...setting, regattas, services, ledger });
    const outcome = await deed({ services, regattas, ledger, load });
    await load.stop();
    const judged = await judgeHistory(outcome.databaseUrl ?? databaseUrl, regattas, ledger);
    const lost = judged.gone.filter((write) => write.fate === 'acknowledged');
    const mayLose = outcome.lossEndedAt !== undefined;
    if (mayLose) ledger.forget(judged.gone, outcome.lossEndedAt as number);
    const loss = `${lost.length} acknowledged writes lost`;
    return {
      proof,
      database,
      measured: `${outcome.measured}; ${counts(load)}; ${loss}`,
      broken: [
        ...processFaults(services),
        ...statusFaults(load.requests, outcome.excused),
        ...(outcome.broken ?? []),
        ...ledgerFaults(ledger),
        ...judged.faults,
        ...(mayLose ? [] : judged.gone.map(goneFault)),
      ],
    };
  } finally {
    for (const service of services) await service.kill();
  }
}

function goneFault({ register, value, fate }: Write): string {
  return `${register}: ${value} was ${fate === 'acknowledged' ? fate : 'read'} and is gone`;
}
