import { addDays } from '../../domain/dates.ts'
import type { RuleRow } from './rows.ts'
import type { CustomerRow, Window } from './window-rows.ts'

/** The rules that may give a date to a window, and everybody they are for. */
export type Plan = { rules: readonly RuleRow[]; customers: Map<string, CustomerRow> }
type Of = { org: string; plan_revision: number }
type Known = Window & Plan

/**
 * Plans as they were read, by organization. An organization's `plan_revision` is raised in the transaction that writes a rule, a customer,
 * where they live or a closed day, so what is known of the present one is still so. Only whole organizations are here, and only those may
 * ask who see all of theirs.
 */
export class KnownPlans {
  #organizations = new Map<string, { plan_revision: number; plans: Known[] }>()
  #rows = 0
  #limit: number
  constructor(limit_rows: number) {
    this.#limit = limit_rows
  }

  /** A plan that holds for the window, which may be part of its own. */
  of({ org, plan_revision }: Of, { from, to }: Window): Plan | undefined {
    const known = this.#organizations.get(org)
    if (known?.plan_revision !== plan_revision) return undefined
    const plan = known.plans.find((one) => one.from <= from && one.to >= to)
    // Whoever was asked for last goes last.
    if (plan && this.#organizations.delete(org)) this.#organizations.set(org, known)
    return plan
  }

  /**
   * How much to read where nothing is known. The first time it is no more than what was asked for: in a busy hour rules change before
   * anybody asks twice. Whoever then looks further will go on looking, and gets what lies around it too.
   */
  stretch({ org, plan_revision }: Of, { from, to }: Window): Window {
    const isQuiet = this.#organizations.get(org)?.plan_revision === plan_revision
    return isQuiet ? { from: addDays(from, -around), to: addDays(to, around) } : { from, to }
  }

  keep({ org, plan_revision }: Of, window: Window, plan: Plan): void {
    let known = this.#organizations.get(org)
    if (known && known.plan_revision > plan_revision) return
    if (known?.plan_revision !== plan_revision) {
      if (known) this.#forget(org, known.plans)
      known = { plan_revision, plans: [] }
    }
    this.#organizations.delete(org)
    this.#organizations.set(org, known)
    const within = known.plans.filter((one) => one.from >= window.from && one.to <= window.to)
    for (const one of within) this.#rows -= rowsOf(one)
    known.plans = [...known.plans.filter((one) => !within.includes(one)), { ...window, ...plan }]
    this.#rows += rowsOf(plan)
    for (const [other, { plans }] of this.#organizations) {
      while (this.#rows > this.#limit && plans.length) this.#rows -= rowsOf(plans.shift()!)
      if (!plans.length) this.#organizations.delete(other)
      if (this.#rows <= this.#limit) break
    }
  }

  #forget(org: string, plans: readonly Known[]): void {
    this.#organizations.delete(org)
    for (const plan of plans) this.#rows -= rowsOf(plan)
  }
}

/** Days read on either side of a window, of somebody who leafs. */
const around = 45
const rowsOf = ({ rules, customers }: Plan): number => rules.length + customers.size
