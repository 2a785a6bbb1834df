import { milesBetween, type Point } from './distance.ts'

/** A house is not farther than this from the middle of its ZIP code, in miles; the largest are some 70 across. */
const farthest_miles = 60

/** The point found for an address, unless it is far from its ZIP code: a street of that name in another state. */
export const believablePoint = (found: Point | null, ofZip: Point | null): Point | null =>
  found && (ofZip === null || milesBetween(found, ofZip) <= farthest_miles) ? found : null
