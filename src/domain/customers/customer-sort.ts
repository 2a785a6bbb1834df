/** The columns by which the table of customers sorts. */
export const customerSorts = ['name', 'balance', 'paid', 'last_visit', 'added'] as const
export type CustomerSort = (typeof customerSorts)[number]
