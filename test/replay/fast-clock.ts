/** Is loaded before a program, whose clock it sets to a moment and makes faster (`runClock`). Timers keep their speed. */
import { runClock } from '../support/clock.ts';

const { CLOCK_AT, CLOCK_SINCE, CLOCK_SPEED } = process.env;
if (CLOCK_AT) runClock(Number(CLOCK_AT), Number(CLOCK_SINCE), Number(CLOCK_SPEED));
