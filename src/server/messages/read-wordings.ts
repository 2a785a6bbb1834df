import { todayIn } from '../../domain/dates.ts'
import { locales, type Locale } from '../../domain/locale.ts'
import { fieldsOf, rewordable, variantsOf, type Rewordable } from '../../domain/message-texts.ts'
import { segmentsOf, toGsm7 } from '../../domain/sms-text.ts'
import { wordingIssues, type MessageWording, type OwnWords } from '../../domain/wording.ts'
import type { WholeWords, WordingKey } from '../../domain/wording.ts'
import type { OrgTx, Tx } from '../db/door.ts'
import { invalid, notFound } from '../refusals.ts'
import { homeUrl } from './home.ts'
import { examplesOf } from './letter-examples.ts'
import { renderHtml, renderText } from './letter.ts'
import { lookFor, reachAddress } from './reach.ts'
import { letterOf, ourWords, valuesOf, type OwnByVariant } from './letters.ts'

type Own = Map<string, OwnByVariant>
const keyOf = (kind: string, locale: string): string => `${kind} ${locale}`
/** Asked once in a transaction: reminders are written by the hundred. */
const asked = new WeakMap<object, Promise<Own>>()

/** The words the business has of its own for a kind in a language. */
export async function readOwnWords(tx: Tx, kind: string, locale: Locale): Promise<OwnByVariant> {
  if (tx.org === null) return {}
  let own = asked.get(tx)
  if (!own) asked.set(tx, (own = readAll(tx)))
  return (await own).get(keyOf(kind, locale)) ?? {}
}

async function readAll(tx: OrgTx): Promise<Own> {
  const rows = await tx
    .selectFrom('message_wordings')
    .select(['kind', 'variant', 'locale', 'parts'])
    .where('organization_id', '=', tx.org)
    .execute()
  const own: Own = new Map()
  for (const { kind, variant, locale, parts } of rows) {
    const key = keyOf(kind, locale)
    own.set(key, { ...own.get(key), [variant]: parts as OwnWords })
  }
  return own
}

/** Every message the business may word, in both languages. */
export async function readWordings(tx: OrgTx): Promise<MessageWording[]> {
  const examples = await readExamples(tx)
  const own = await readAll(tx)
  return rewordable.flatMap((kind) =>
    variantsOf(kind).flatMap((variant) =>
      locales.map((locale) =>
        wordingOf({ kind, variant, locale }, own.get(keyOf(kind, locale))?.[variant], examples),
      ),
    ),
  )
}

export async function readWording(tx: OrgTx, key: WordingKey): Promise<MessageWording> {
  const own = (await readAll(tx)).get(keyOf(key.kind, key.locale))?.[key.variant]
  return wordingOf(key, own, await readExamples(tx))
}

type Shown = { examples: ReturnType<typeof examplesOf>; today: string }

async function readExamples(tx: OrgTx): Promise<Shown> {
  const { time_zone, ...organization } = await tx
    .selectFrom('organizations')
    .select(['name', 'email', 'phone_number', 'time_zone'])
    .where('id', '=', tx.org)
    .executeTakeFirstOrThrow()
  const today = todayIn(time_zone, new Date().toISOString())
  const about = { organization, url: homeUrl('/app'), today }
  return { examples: examplesOf(about), today }
}

const exampleOf = (kind: Rewordable, variant: string, { examples }: Shown): never =>
  (examples[kind] as Record<string, unknown>)[variant] as never

/** 404 for a situation the kind has no words for. */
function oursOf({ kind, variant, locale }: WordingKey): WholeWords {
  if (!variantsOf(kind).includes(variant)) throw notFound()
  const { subject, heading, body, button = '', sms = '' } = ourWords(kind, variant, locale)
  return { subject, heading, body: body.join('\n\n'), button, sms }
}

function wordingOf(key: WordingKey, own: OwnWords | undefined, shown: Shown): MessageWording {
  const ours = oursOf(key)
  const writing = { locale: key.locale, today: shown.today }
  const values = valuesOf(key.kind, exampleOf(key.kind, key.variant, shown), writing)
  return {
    ...key,
    ours,
    words: { ...ours, ...own },
    is_changed: own !== undefined,
    fields: fieldsOf(key.kind).flatMap((name) => {
      const example = values[name]
      return example ? [{ name, example: example.slice(0, 200) }] : []
    }),
  }
}

/** 422 naming the part that cannot be used. */
export function checkWords(key: WordingKey, own: WholeWords): WholeWords {
  const ours = oursOf(key)
  const issues = wordingIssues(key.kind, ours, own)
  if (Object.keys(issues).length) throw invalid(issues)
  return ours
}

/** A message as customers would read it, in words that need not be saved. */
export async function previewWording(tx: OrgTx, key: WordingKey, words: WholeWords) {
  checkWords(key, words)
  const shown = await readExamples(tx)
  const { kind, variant, locale } = key
  const own = { [variant]: words }
  const writing = { locale, today: shown.today, own }
  const plain = letterOf(kind, exampleOf(kind, variant, shown), writing)
  const look = lookFor(await reachAddress(tx, {}), kind)
  const letter = { ...plain, from: plain.from ? { ...plain.from, ...look } : null }
  const sms = letter.sms === undefined ? null : toGsm7(letter.sms)
  return {
    subject: letter.subject,
    html: renderHtml(letter),
    text: renderText(letter),
    sms,
    characters: sms?.length ?? 0,
    segments: sms === null ? 0 : segmentsOf(sms),
  }
}
