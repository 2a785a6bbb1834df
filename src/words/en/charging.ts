import { ordinal } from '../../domain/base/text.ts'

/**
 * When money moves for a customer who pays automatically. Every sentence about it is made here: a
 * day is named only if the customer chose it.
 */
export const charging = {
  when: (day: number | null): string =>
    day === null ? 'charged after each service' : `charged on the ${ordinal(day)} of the month`,
  /** The same beside the choice of a day; invoices without a service are charged when they fall due. */
  explained: (day: number | null): string =>
    day === null
      ? 'Charged after each service. Other invoices are charged when they fall due.'
      : `Charged on the ${ordinal(day)} of the month.`,
  choice: (day: number | null): string =>
    day === null ? 'After each service' : `The ${ordinal(day)} of the month`,
}
