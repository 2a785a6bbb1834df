import { sql } from 'kysely'
import type { VisitExtra } from '../../../domain/flows/extra-work.ts'
import type { VisitProduct } from '../../../domain/flows/product.ts'

/** The extra work of a visit `v`, oldest first. */
export const extrasOfVisit = sql<VisitExtra[]>`coalesce((
        select jsonb_agg(jsonb_build_object('id', e.id, 'description', e.description, 'quantity', e.quantity, 'note', e.note, 'by', p.name,
          'at', to_char(e.done_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'reason', e.reason,
          'state', case e.state when 'billed' then 'confirmed' else e.state end) order by e.done_at, e.id)
        from extra_work e left join people p on p.id = e.person_id
        where e.organization_id = v.organization_id and e.series_id = v.series_id and e.original_date = v.original_date and e.state <> 'taken_back'), '[]')`

/** The products applied at a visit `v`, oldest first, without mistakes. */
export const productsOfVisit = sql<VisitProduct[]>`coalesce((
        select jsonb_agg(jsonb_build_object('id', a.id, 'product_name', a.product_name, 'amount', a.amount, 'unit', a.unit, 'by', a.applicator_name,
          'at', to_char(a.applied_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by a.applied_at, a.id)
        from product_applications a
        where a.organization_id = v.organization_id and a.series_id = v.series_id and a.original_date = v.original_date and a.voided_at is null), '[]')`
