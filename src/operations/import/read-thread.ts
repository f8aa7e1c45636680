/** A thread that reads the files of one import, and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { readFiles } from '../../exchange/reading/read-files.ts';

// Nowhere else has it a job.
if (parentPort) parentPort.postMessage(readFiles(workerData));
