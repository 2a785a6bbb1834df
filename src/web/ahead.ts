let loading = 0

/** Fetches a file of the application before anybody asks for it. */
export async function ahead(load: (() => Promise<unknown> | undefined) | undefined): Promise<void> {
  loading++
  try {
    await load?.()
  } catch {
    // It is fetched again when it is wanted, and what is in the way is said then.
  } finally {
    loading--
  }
}

/** Whether files are being fetched that nobody waits for: one that is lost is no reason to load the page anew under somebody's hands. */
export const isAhead = (): boolean => loading > 0
