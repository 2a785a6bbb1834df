let home = 'http://localhost:3000'
let inbound: string | null = null

/** Said once at start: where links in messages lead and where answers to mail arrive, also for code that holds a transaction and nothing else. */
export const setHome = (public_url: string, inbound_domain: string | null = null): void => {
  home = public_url
  inbound = inbound_domain
}

/** The address of a page of ours, for a message. */
export const homeUrl = (path: string): string => `${home}${path}`

/** Where the answer to a mail goes, naming the mail; null if answers go to the business itself. */
export const answerAddress = (message_id: string): string | null =>
  inbound ? `r+${message_id}@${inbound}` : null
