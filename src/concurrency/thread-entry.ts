/** The entry of a thread: calls one exported function of a module. Posts first that the module is loaded, then the answer. */
import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadJob } from './run-in-thread.ts';

const { module, name, job }: ThreadJob = workerData;
const { [name]: work } = await import(module);
parentPort?.postMessage('begun');
parentPort?.postMessage(await work(job));
