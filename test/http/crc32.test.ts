/** The CRC-32 of two parts joined follows from those of the parts. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import { joinedCrc32, shiftOf } from '../../src/http/answers/spliced-page.ts';

test('the sums of two parts make that of both', () => {
  const lengths = [0, 1, 2, 3, 7, 255, 256, 4096, 65_537, 1_000_003];
  for (const first of lengths) {
    for (const second of lengths) {
      const [a, b] = [randomBytes(first), randomBytes(second)];
      const joined = joinedCrc32(crc32(a), crc32(b), shiftOf(b.length));
      assert.equal(joined, crc32(Buffer.concat([a, b])), `${first} and ${second} bytes`);
    }
  }
});
