import { Fragment, type ReactNode } from 'react'
import { localeTags } from '../../../domain/base/locale.ts'
import { type LegalPart, legalWords } from '../../../words/en/legal.ts'
import { useLocale } from '../../app/locale.ts'
import { PlainFrame } from '../../app/shell/Frame.tsx'
import { useWords } from '../../app/words.ts'
import { useSupport } from './support-email.ts'

export const Privacy = () => <LegalPage of="privacy" updated="2026-11-20" />
export const Terms = () => <LegalPage of="terms" updated="2026-11-20" />

/** A legal text in the reader's language; `updated` is the date it last changed. */
function LegalPage({ of, updated }: { of: 'privacy' | 'terms'; updated: string }) {
  const words = useWords(legalWords)
  const { title, intro, sections } = words[of]
  const { email } = useSupport()
  const date = new Intl.DateTimeFormat(localeTags[useLocale()], {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(new Date(updated))
  return (
    <PlainFrame>
      <main className="prose">
        <h1>{title}</h1>
        <p>
          {words.lastUpdated} <time dateTime={updated}>{date}</time>
        </p>
        {words.prevails && (
          <p>
            <strong>{words.prevails}</strong>
          </p>
        )}
        <p>{intro}</p>
        {sections.map(([heading, ...parts]) => (
          <Fragment key={heading}>
            <h2>{heading}</h2>
            {parts.map((part, at) => (
              <Part key={at} part={part} email={email} />
            ))}
          </Fragment>
        ))}
      </main>
    </PlainFrame>
  )
}

const Part = ({ part, email }: { part: LegalPart; email: string }) =>
  typeof part === 'string' ? (
    <p>{marked(part, email)}</p>
  ) : (
    <ul>
      {part.map((item) => (
        <li key={item}>{marked(item, email)}</li>
      ))}
    </ul>
  )

/** Shows the marks of a legal text: strong parts, links, and the support address. */
const marked = (text: string, email: string): ReactNode[] =>
  text.split(/(\*\*.+?\*\*|\[.+?\]\(.+?\)|\{email\})/).map((piece, at) => {
    const link = /^\[(.+)\]\((.+)\)$/.exec(piece)
    if (link)
      return (
        <a key={at} href={link[2]}>
          {link[1]}
        </a>
      )
    if (piece === '{email}')
      return (
        <a key={at} href={`mailto:${email}`}>
          {email}
        </a>
      )
    if (piece.startsWith('**')) return <strong key={at}>{piece.slice(2, -2)}</strong>
    return piece
  })
