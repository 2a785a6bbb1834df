let last: Promise<unknown> = Promise.resolve()

/** Work on fewer items than this is faster than a turn. */
const minItems = 300

/**
 * Waits for a turn of the event loop if there are many `items`. Long work awaits one before each
 * piece, and each loop turn runs one such piece per process, so that short responses do not wait
 * behind a row of long ones.
 */
export function turnFor(items: number): Promise<unknown> | undefined {
  return items < minItems
    ? undefined
    : (last = last.then(() => new Promise((begin) => setImmediate(begin))))
}
