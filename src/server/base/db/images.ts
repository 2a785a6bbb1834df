import { sql } from 'kysely'

/**
 * For `update … set`: these columns from the stored images `o`. Columns added after the images were
 * stored stay unchanged.
 */
export const setFromImages = (fields: readonly string[], images: readonly object[]) =>
  sql.join(
    fields
      .filter((field) => images.every((image) => field in image))
      .map((field) => sql`${sql.ref(field)} = o.${sql.ref(field)}`),
  )
