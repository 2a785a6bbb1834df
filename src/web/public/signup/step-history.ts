import { useLocation, useRouter, type HistoryState } from '@tanstack/react-router'
import type { SignupStep } from '../../../domain/flows/signup.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The question this place in the history stands for. */
    signup_step?: SignupStep
  }
}

// A reloaded page continues at the step the server knows, which may have moved on elsewhere: its own entry names none.
const { signup_step, ...reloaded } = (history.state ?? {}) as HistoryState
if (signup_step) history.replaceState(reloaded, '')

/** The question the browser's Back and Forward buttons have come to, and a way on that they lead back from. Null: the server's word counts. */
export function useStepHistory(): {
  step: SignupStep | null
  go: (from: SignupStep, to: SignupStep) => void
} {
  const router = useRouter()
  const step = useLocation({
    select: ({ state }) => state.signup_step ?? null,
  })
  const go = (from: SignupStep, to: SignupStep): void => {
    const place = (at: SignupStep, replace: boolean) =>
      router.navigate({ to: '.', search: true, replace, state: { signup_step: at } })
    // The question the page was opened with has no name in the history yet.
    void (step ? Promise.resolve() : place(from, true)).then(() => place(to, false))
  }
  return { step, go }
}
