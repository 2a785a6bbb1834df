import { createHash } from 'node:crypto'

/** An order that depends only on the seed. */
export const rank = (seed: string, item: string): string =>
  createHash('sha256').update(`${seed} ${item}`).digest('hex')

/** A number below `below` that depends only on the seed. */
export const pick = (seed: string, below: number): number =>
  Number.parseInt(rank(seed, '').slice(0, 8), 16) % below

/** Deals everything into shares of about the same weight; the same seed always deals the same. */
export function deal(
  items: readonly string[],
  shares: number,
  seed: string,
  weightOf: (item: string) => number = () => 1,
): string[][] {
  const hands = Array.from({ length: shares }, () => ({ weight: 0, items: [] as string[] }))
  const shuffled = items
    .map((item) => ({ item, weight: weightOf(item), rank: rank(seed, item) }))
    .toSorted((a, b) => b.weight - a.weight || (a.rank < b.rank ? -1 : 1))
  for (const { item, weight } of shuffled) {
    const lightest = hands.reduce((least, hand) => (hand.weight < least.weight ? hand : least))
    lightest.items.push(item)
    lightest.weight += weight
  }
  return hands.map((hand) => hand.items.toSorted())
}
