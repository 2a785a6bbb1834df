import { sql } from 'kysely'

/** When the sign-in `p` began. Its row `s` is written a moment after its first token, and stays when the same browser signs in again. */
export const signInBegan = sql`greatest(coalesce(s.started_at, to_timestamp((p.payload ->> 'loginTs')::bigint + 1)), to_timestamp((p.payload ->> 'loginTs')::bigint))`

/**
 * True if a business has signed somebody out since this sign-in began. `membership`: the alias of the
 * row in the statement. Never for a sign-in that another provider keeps.
 */
export const isSignedOut = (session_id: string | null, membership = 'memberships') => {
  const signed_out_at = sql.ref(`${membership}.signed_out_at`)
  return sql<boolean>`(${signed_out_at} is not null and ${session_id}::text is not null and not exists (
    select 1 from idp_payload p left join idp_session s on s.uid = p.uid
    where p.model = 'Session' and p.uid = ${session_id}::text and ${signInBegan} > ${signed_out_at}))`
}
