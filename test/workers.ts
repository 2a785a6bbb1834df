import { availableParallelism } from 'node:os'

/** How many test files run at once: one per core, at least two, and no more than a database server has connections for. */
export const workers = Math.min(4, Math.max(2, availableParallelism()))
