const key = 'fieldhive.trial'
type Trial = { name: string | null; company: string | null }

/** What the trial form learned, for the wizard behind the sign-in page. */
export const saveTrial = (trial: Trial): void => sessionStorage.setItem(key, JSON.stringify(trial))

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
