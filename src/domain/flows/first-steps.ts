import { z } from 'zod'

/** What a new business does in its first hour, in the order that makes sense. */
const firstSteps = ['email', 'service', 'team', 'customer', 'visit', 'payments', 'logo'] as const
export type FirstStep = (typeof firstSteps)[number]

/** Which steps are done; null once all are, or once the list was put away. */
export const FirstSteps = z.object({
  steps: z.array(z.object({ step: z.enum(firstSteps), done: z.boolean() })).nullable(),
})
export type FirstSteps = z.infer<typeof FirstSteps>

/** The list to show, from what is there. */
export const stepsToShow = (
  done: Record<FirstStep, boolean>,
  isHidden: boolean,
): FirstSteps['steps'] =>
  isHidden || firstSteps.every((step) => done[step])
    ? null
    : firstSteps.map((step) => ({ step, done: done[step] }))
