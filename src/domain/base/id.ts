import { z } from 'zod'

/** Every row's id: a UUID (version 7, so newer ids sort later). Provider ids (`pi_…`, `acct_…`) are plain strings. */
export const Id = z.uuid('Not a valid id')
export type Id = z.infer<typeof Id>

/** True if the text looks like a UUID of any version. */
export const isUuid = (text: string): boolean =>
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** A row's version, incremented with each change; a write with an older one is refused. */
export const Version = z.int().min(1)
export type Version = z.infer<typeof Version>
