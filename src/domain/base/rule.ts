/** Why something is refused: a stable code for programs and a sentence for people. */
export type Refusal = { code: string; sentence: string }

/** One reason to refuse, decided from facts alone. */
type Refuse<Facts> = { code: string; sentence: string; applies: (facts: Facts) => boolean }

/** Answers "may this be done?" with null or the first refusal in order. */
type Rule<Facts> = ((facts: Facts) => Refusal | null) & { refusals: readonly Refusal[] }

/**
 * Declares a reason to refuse. `code` is noun_adjective and appears in OpenAPI; `sentence` reaches
 * people unchanged.
 */
export function refuse<Facts>(
  code: string,
  sentence: string,
  applies: (facts: Facts) => boolean,
): Refuse<Facts> {
  return { code, sentence, applies }
}

/** Joins reasons into a rule; the first that applies wins, so put the most informative first. */
export function rule<Facts>(...reasons: readonly Refuse<Facts>[]): Rule<Facts> {
  const check = (facts: Facts): Refusal | null => {
    const reason = reasons.find((r) => r.applies(facts))
    return reason ? { code: reason.code, sentence: reason.sentence } : null
  }
  return Object.assign(check, {
    refusals: reasons.map(({ code, sentence }) => ({ code, sentence })),
  })
}
