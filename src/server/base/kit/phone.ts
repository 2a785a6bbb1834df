import { sql, type RawBuilder } from 'kysely'

/** `numberOf` in SQL: what is dialed and texted of a kept number. The index of customers is by it. */
export const numberSql = (phone: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql<string | null>`split_part(${phone}, ';', 1)`
