/** Loaded before a program: its clock runs from a moment on, so many times as fast (`runClock`). Its timers run as ever. */
import { runClock } from '../support/clock.ts';

const { CLOCK_AT, CLOCK_SINCE, CLOCK_SPEED } = process.env;
if (CLOCK_AT) runClock(Number(CLOCK_AT), Number(CLOCK_SINCE), Number(CLOCK_SPEED));
