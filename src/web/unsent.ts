const prefix = 'fieldhive.waiting.'

/** Where a phone stores actions that wait for a connection. */
export const waitingKey = (name: string, worker: string): string => `${prefix}${name}.${worker}`

/** How many actions are waiting on this phone, from anyone. */
export const countWaiting = (): number =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith(prefix))
    .reduce(
      (sum, key) => sum + (JSON.parse(localStorage.getItem(key) ?? '[]') as unknown[]).length,
      0,
    )
