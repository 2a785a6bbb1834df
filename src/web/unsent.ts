const prefix = 'fieldhive.waiting.'

/** Where acts that wait for a connection are kept on the phone. */
export const waitingKey = (name: string, worker: string): string => `${prefix}${name}.${worker}`

/** How many acts wait on this phone, whosever they are. */
export const countWaiting = (): number =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith(prefix))
    .reduce(
      (sum, key) => sum + (JSON.parse(localStorage.getItem(key) ?? '[]') as unknown[]).length,
      0,
    )
