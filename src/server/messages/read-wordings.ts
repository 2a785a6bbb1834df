import { todayIn } from '../../domain/base/dates.ts'
import { locales } from '../../domain/base/locale.ts'
import {
  fieldsOf,
  rewordable,
  variantsOf,
  type Rewordable,
} from '../../domain/messages/message-texts.ts'
import { segmentsOf, toGsm7 } from '../../domain/messages/sms-text.ts'
import { wordingIssues, type MessageWording, type OwnWords } from '../../domain/messages/wording.ts'
import type { WholeWords, WordingKey } from '../../domain/messages/wording.ts'
import type { OrgTx } from '../base/db/door.ts'
import { invalid, notFound } from '../base/kit/refusals.ts'
import { homeUrl } from './links.ts'
import { examplesOf } from './letter-examples.ts'
import { renderHtml, renderText } from './letter.ts'
import { lookFor, reachAddress } from './recipient.ts'
import { letterOf, ourWords, ownKey, readEveryOwn, valuesOf } from './letters.ts'

/** Every message the business may word, in both languages. */
export async function readWordings(tx: OrgTx): Promise<MessageWording[]> {
  const examples = await readExamples(tx)
  const own = await readEveryOwn(tx)
  return rewordable.flatMap((kind) =>
    variantsOf(kind).flatMap((variant) =>
      locales.map((locale) =>
        wordingOf({ kind, variant, locale }, own.get(ownKey(kind, locale))?.[variant], examples),
      ),
    ),
  )
}

export async function readWording(tx: OrgTx, key: WordingKey): Promise<MessageWording> {
  const own = (await readEveryOwn(tx)).get(ownKey(key.kind, key.locale))?.[key.variant]
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
