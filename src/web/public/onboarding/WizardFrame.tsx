import { Paper, Progress, Text, Title } from '@mantine/core'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  onboardingSteps,
  onboardingStepText,
  onboardingStepTitles,
  type OnboardingStep,
} from '../../../domain/base/onboarding.ts'
import classes from './wizard.module.css'

type Props = {
  step: OnboardingStep | null
  reached?: OnboardingStep
  company?: string
  go?: (step: OnboardingStep) => void
  children: ReactNode
}

/** A step's card; next to it, on wide screens, the steps and what is left. */
export function WizardFrame({ step, reached = 'org_name', company = '', go, children }: Props) {
  const at = step ? onboardingSteps.indexOf(step) : 0
  return (
    <div className={classes.wizard}>
      <div className={classes.side}>
        <Title order={1}>Set up your business</Title>
        <Text c="dimmed" mt={4}>
          Organization details
        </Text>
        {step && (
          <div className={classes.progress}>
            <Text fz="sm" component="output">
              <strong>{onboardingStepText(step)}</strong>
              {company && <span> · {company}</span>}
            </Text>
            <Progress
              value={((at + 1) / onboardingSteps.length) * 100}
              size="sm"
              aria-label={`Progress: ${onboardingStepText(step)}`}
            />
          </div>
        )}
        {step && go && <StepList step={step} reached={reached} go={go} />}
      </div>
      <Paper
        withBorder
        radius="lg"
        p={{ base: 'md', sm: 'xl' }}
        shadow="sm"
        className={classes.card}
        bg="var(--fh-surface)"
      >
        {children}
      </Paper>
    </div>
  )
}

function StepList({
  step,
  reached,
  go,
}: {
  step: OnboardingStep
  reached: OnboardingStep
  go: (step: OnboardingStep) => void
}) {
  const furthest = onboardingSteps.indexOf(reached)
  return (
    <nav aria-label="Steps" className={classes.steps}>
      <ol>
        {onboardingSteps.map((one, index) => {
          const isDone = index < furthest
          return (
            <li key={one}>
              <button
                type="button"
                className={classes.step}
                disabled={index > furthest}
                aria-current={one === step ? 'step' : undefined}
                onClick={() => go(one)}
              >
                <span className={classes.dot} data-done={isDone || undefined} aria-hidden>
                  {isDone ? <Check size={14} strokeWidth={3} /> : index + 1}
                </span>
                {onboardingStepTitles[one]}
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
