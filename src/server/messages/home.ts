let home = 'http://localhost:3000'

/** Said once at start: where links in messages lead, also for code that holds a transaction and nothing else. */
export const setHome = (public_url: string): void => void (home = public_url)

/** The address of a page of ours, for a message. */
export const homeUrl = (path: string): string => `${home}${path}`
