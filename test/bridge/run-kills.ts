/** Runs the kills of `kills.ts` by themselves; the exit status says whether every promise was kept. */
import { killAgainAndAgain } from './kills.ts';

const kills = Number(process.argv[2] ?? 200);
const started = performance.now();
const { wrong, posts } = await killAgainAndAgain(kills);
const seconds = Math.round((performance.now() - started) / 1000);
for (const line of new Set(wrong)) process.stderr.write(`${line}\n`);
const verdict =
  wrong.length === 0
    ? 'every last state arrived, none older after it, start lists whole'
    : 'BROKEN';
process.stdout.write(
  `The bridge was killed ${kills} times in ${seconds} s, over ${posts} posts: ${verdict}.\n`,
);
process.exit(wrong.length === 0 ? 0 : 1);
