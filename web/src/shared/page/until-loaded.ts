/** Parts of the program that a first view does without. */

const RETRY_MILLIS = 5000;

/** Loads one; tries again while the connection is too bad. */
export async function untilLoaded<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MILLIS));
    }
  }
}
