import { sql } from 'kysely'

/** For `update … set`: these columns as stored images `o` have them. A column added after the images were stored is left alone. */
export const setFromImages = (fields: readonly string[], images: readonly object[]) =>
  sql.join(
    fields
      .filter((field) => images.every((image) => field in image))
      .map((field) => sql`${sql.ref(field)} = o.${sql.ref(field)}`),
  )
