import { expect, it } from 'vitest'
import { FirstSteps, stepsToShow } from './first-steps.ts'

const firstSteps = FirstSteps.shape.steps.unwrap().element.shape.step.options
type FirstStep = (typeof firstSteps)[number]

const done = (...those: FirstStep[]) =>
  Object.fromEntries(firstSteps.map((step) => [step, those.includes(step)])) as Record<
    FirstStep,
    boolean
  >

it('lists every step until all are done or it was put away', () => {
  expect(stepsToShow(done('service'), false)?.filter((one) => one.done)).toEqual([
    { step: 'service', done: true },
  ])
  expect(stepsToShow(done(...firstSteps), false)).toBeNull()
  expect(stepsToShow(done(), true)).toBeNull()
})
