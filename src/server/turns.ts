let last: Promise<unknown> = Promise.resolve()

/** Fewer items than this are done in less time than a turn is worth. */
const few = 300

/**
 * Waits for a turn of its own when `items` are many: long work awaits one before each of its pieces, and of all such pieces
 * in the process each turn of the event loop does one, so that short answers are not kept waiting behind a row of long ones.
 */
export function turnFor(items: number): Promise<unknown> | undefined {
  return items < few
    ? undefined
    : (last = last.then(() => new Promise((begin) => setImmediate(begin))))
}
