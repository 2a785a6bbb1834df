/** How many times slower the pages run than the machine would let them; `npm run stress` sets it. */
export const slowdown = Number(process.env.SLOWDOWN ?? 1)
