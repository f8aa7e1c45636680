/** The checksum of gzip (RFC 1952) of a text whose parts have been summed by themselves, without going over it again. */

/** The polynomial, its lowest coefficient in the highest bit. */
const POLYNOMIAL = 0xedb88320;
const ONE = 0x80000000;

/** x to the power of 2 to the power of n, modulo the polynomial, by n. */
const POWERS = powers();

/** What a sum is multiplied with when so many bytes follow what it is of. */
export function shiftOf(bytes: number): number {
  let shift = ONE;
  // Eight bits a byte: the exponent begins at 2 to the power of 3.
  for (let rest = bytes, n = 3; rest > 0; rest = Math.floor(rest / 2), n++) {
    if (rest % 2 === 1) shift = product(POWERS[n % 32] as number, shift);
  }
  return shift >>> 0;
}

/** The sum of two parts, one after the other. @param shift of the length of the second one (`shiftOf`) */
export function joinedCrc32(first: number, second: number, shift: number): number {
  return (product(shift, first) ^ second) >>> 0;
}

/** The product of two polynomials, modulo the polynomial. */
function product(a: number, b: number): number {
  let [sum, factor] = [0, b];
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if ((a & bit) !== 0) sum ^= factor;
    factor = (factor & 1) === 1 ? (factor >>> 1) ^ POLYNOMIAL : factor >>> 1;
  }
  return sum >>> 0;
}

function powers(): number[] {
  const list = [0x40000000];
  while (list.length < 32) {
    const last = list.at(-1) as number;
    list.push(product(last, last));
  }
  return list;
}
