/** What a thread runs: one function that a module exports, once. It says first that it begins, then the answer. */
import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadJob } from './run-in-thread.ts';

const { module, name, job }: ThreadJob = workerData;
const { [name]: work } = await import(module);
parentPort?.postMessage('begun');
parentPort?.postMessage(await work(job));
