/** The format of API keys (L17): what is created, and what is refused without a query to the database. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  apiKeyHash,
  apiKeyPrefix,
  isApiKey,
  mintApiKey,
} from '../../src/domain/accounts/api-key.ts';
import { always, record } from './properties.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Keys and hashes computed with another program (Python: zlib.crc32, hashlib.sha256). */
const KNOWN = [
  {
    secret: '000000000000000000000000000000',
    key: 'ro_00000000000000000000000000000037AoSB',
    hash: 'da0b9afeb173d26086078f6e11175d745d948fb5221b7b2e322e49e3f49463e0',
  },
  {
    secret: 'zzzzzzzzzzzzzzzzzzzzzzzzzzzzzz',
    key: 'ro_zzzzzzzzzzzzzzzzzzzzzzzzzzzzzz10gX76',
    hash: '404b079cfe107dedc7813464589abc43d87d3e8c51d20990acc171bce574e1f9',
  },
  {
    secret: '0123456789ABCDEFGHIJKLMNOPQRST',
    key: 'ro_0123456789ABCDEFGHIJKLMNOPQRST0p6yQw',
    hash: '6fff7c215e95d535878622c34718a82e4818dee4c201b60301d0dd77b0e83e4f',
  },
  {
    secret: 'RRRRRRRRRRRRRRRRRRRRRRRRRR0062',
    key: 'ro_RRRRRRRRRRRRRRRRRRRRRRRRRR006200roxJ',
  },
];

for (const { secret, key, hash } of KNOWN) {
  test(`L17: the secret ${secret} makes the key with that checksum, padded with 0`, () => {
    const digits = [...secret].map((character) => BASE62.indexOf(character));
    const bounds: number[] = [];
    const minted = mintApiKey((bound) => {
      bounds.push(bound);
      return digits[bounds.length - 1] ?? 0;
    });
    assert.equal(minted, key);
    assert.deepEqual(bounds, Array(30).fill(62), 'asks for 30 unbiased digits');
    assert.equal(isApiKey(key), true);
    if (hash) assert.equal(apiKeyHash(key), hash);
  });
}

test('L17: keyPrefix is the first 9 characters', () => {
  assert.equal(apiKeyPrefix('ro_0123456789ABCDEFGHIJKLMNOPQRST0p6yQw'), 'ro_012345');
});

test('L17: what has not the shape of a key is refused', () => {
  const key = 'ro_0123456789ABCDEFGHIJKLMNOPQRST0p6yQw';
  const shapeless = [
    '',
    'ro_',
    ` ${key}`,
    `${key} `,
    `${key}\n`,
    `${key}\0`,
    `Bearer ${key}`,
    key.slice(1),
    key.slice(0, -1),
    `${key}0`,
    key.replace('ro_', 'RO_'),
    key.replace('ro_', 'ro-'),
    key.replace('A', '-'),
    key.replace('A', 'Ä'),
    key.replace('A', '\uff21'), // a full-width A
    key.toLowerCase(),
    key.toUpperCase(),
  ];
  for (const text of shapeless) assert.equal(isApiKey(text), false, JSON.stringify(text));
});

test('L17: a right checksum does not make up for a wrong shape', () => {
  const shapeless = [
    'ro_0123456789ABCDEFGHIJKLMNOPQRSTU23UG63', // 31 characters
    'ro_0123456789ABCDEFGHIJKLMNOPQRS0B8509', // 29 characters
    'RO_0123456789ABCDEFGHIJKLMNOPQRST2KYevZ',
    'ro_0123456789ABCDEFGHIJKLMNOPQRS-05WUXe',
  ];
  for (const text of shapeless) assert.equal(isApiKey(text), false, text);
});

test('L17: a checksum of six characters that no CRC-32 can have is refused', () => {
  assert.equal(isApiKey('ro_0123456789ABCDEFGHIJKLMNOPQRSTzzzzzz'), false);
});

test('L17: minted keys are all different and all characters equally likely', () => {
  const keys = Array.from({ length: 2_000 }, () => mintApiKey());
  assert.equal(new Set(keys).size, keys.length);
  const counts = new Map<string, number>();
  for (const key of keys) {
    assert.match(key, /^ro_[0-9A-Za-z]{36}$/);
    assert.equal(isApiKey(key), true);
    for (const character of key.slice(3, 33)) {
      counts.set(character, (counts.get(character) ?? 0) + 1);
    }
  }
  // For 60,000 characters, chi-square has mean 61 and standard deviation 11; bytes modulo 62 would give 470.
  const expected = (2_000 * 30) / 62;
  const chiSquare = [...BASE62].reduce(
    (sum, character) => sum + ((counts.get(character) ?? 0) - expected) ** 2 / expected,
    0,
  );
  assert.ok(chiSquare < 150, `chi-square ${chiSquare}`);
});

const digits = fc.integer({ min: 0, max: 61 });
const keys = fc
  .array(digits, { minLength: 30, maxLength: 30 })
  .map((secret) => mintApiKey(() => secret.pop() ?? 0));

always('L17: a key with any one character mistyped is refused, without exception', keys, (key) => {
  // CRC-32 finds every change within 32 bits. All 36 x 61 neighbours would be slow, so each
  // position gets a different other character.
  for (let position = 3; position < key.length; position++) {
    const old = BASE62.indexOf(key.charAt(position));
    const other = BASE62.charAt((old + 1 + ((position * 7 + old) % 61)) % 62);
    const mistyped = key.slice(0, position) + other + key.slice(position + 1);
    assert.notEqual(mistyped, key);
    assert.equal(isApiKey(mistyped), false, mistyped);
  }
});

always(
  'L17: a key with two neighbouring characters of its secret swapped is refused',
  record({ key: keys, position: fc.integer({ min: 3, max: 31 }) }),
  ({ key, position }) => {
    const [first, second] = [key.charAt(position), key.charAt(position + 1)];
    const swapped = key.slice(0, position) + second + first + key.slice(position + 2);
    assert.equal(isApiKey(swapped), first === second);
  },
);

test('L17: every one of the 2,196 ways to mistype one character of a key is refused', () => {
  const key = 'ro_0123456789ABCDEFGHIJKLMNOPQRST0p6yQw';
  let refused = 0;
  for (let position = 3; position < key.length; position++) {
    for (const other of BASE62) {
      const typed = key.slice(0, position) + other + key.slice(position + 1);
      if (!isApiKey(typed)) refused++;
    }
  }
  assert.equal(refused, 36 * 61);
});
