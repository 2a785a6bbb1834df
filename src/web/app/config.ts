import type { PublicConfig } from '../../api/people.ts'

let asked: Promise<PublicConfig> | undefined

/** This deployment's configuration; after a failure, the next caller tries again. */
export function publicConfig(): Promise<PublicConfig> {
  return (asked ??= ask().catch((error: unknown) => {
    asked = undefined
    throw error
  }))
}

/** The same for a component. */
export const configQuery = {
  queryKey: ['config'],
  queryFn: publicConfig,
  staleTime: Infinity,
}

async function ask(): Promise<PublicConfig> {
  const response = await fetch('/api/public/config', {
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(6000),
  })
  if (!response.ok) throw new Error(`Settings could not be loaded (${response.status})`)
  return (await response.json()) as PublicConfig
}
