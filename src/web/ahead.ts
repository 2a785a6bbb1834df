let loading = 0

/** Prefetches a file of the application. */
export async function ahead(load: (() => Promise<unknown> | undefined) | undefined): Promise<void> {
  loading++
  try {
    await load?.()
  } catch {
    // It is fetched again when needed, and errors are shown then.
  } finally {
    loading--
  }
}

/** True while prefetching: a failed prefetch is no reason to reload a page in use. */
export const isAhead = (): boolean => loading > 0
