import { keepInTab } from '../../app/local.ts'

const key = 'fieldhive.trial'
type Trial = { name: string | null; company: string | null }

/** The trial form's answers, for the wizard after signing in. */
export const saveTrial = (trial: Trial): boolean => keepInTab(key, JSON.stringify(trial))

export function savedTrial(): Trial {
  try {
    return {
      name: null,
      company: null,
      ...(JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<Trial>),
    }
  } catch {
    return { name: null, company: null }
  }
}
