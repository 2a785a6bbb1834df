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

/** True while files are prefetched: a failed prefetch is no reason to reload a page in use. */
export const isAhead = (): boolean => loading > 0
