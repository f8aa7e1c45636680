/** A thread that plans one import, and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { planFiles } from './plan-files.ts';

// Nowhere else has it a job.
if (parentPort) parentPort.postMessage(planFiles(workerData));
