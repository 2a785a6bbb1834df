import { Outlet, useMatches, useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { localeTags } from '../../../domain/base/locale.ts'
import { productName } from '../../../domain/base/text.ts'
import { frameWords } from '../../../words/en/frame.ts'
import { useCurrentCrumb } from '../crumb.ts'
import { useLocale } from '../locale.ts'
import { useIsCut } from '../online.ts'
import { Cut, Left } from '../../shared/outbox/Left.tsx'
import { shortText } from '../safe-path.ts'
import { choose, useWords } from '../words.ts'

const foundPages = [
  ['/app', 'Dashboard'],
  ['/app/customers', 'Customers'],
  ['/app/settings', 'Settings'],
  ['/support', 'Support'],
] as const
const year = new Date().getFullYear()
const notFoundTitle = 'Page not found'

/** The whole application: the current page, and the tab's title. */
export function Root() {
  const title = useMatches({
    select: (matches) =>
      matches.some((match) => match.status === 'notFound' || match._notFound)
        ? notFoundTitle
        : matches.findLast((match) => match.staticData.title)?.staticData.title,
  })
  const words = useWords(frameWords)
  const own = useCurrentCrumb()
  const said = own ?? (title && words.title(title))
  useEffect(() => {
    document.title = said ? `${said} · ${productName}` : productName
  }, [said])
  return <Outlet />
}

/** Header, footer and a centered card for pages without the component library. */
export function PlainPage({ children, wide = false }: { children: ReactNode; wide?: boolean }) {
  return (
    <PlainFrame>
      <main className="plain-main">
        <div className={wide ? 'plain-card wide' : 'plain-card'}>{children}</div>
      </main>
    </PlainFrame>
  )
}

export function PlainFrame({ children }: { children: ReactNode }) {
  const words = useWords(frameWords)
  return (
    <div className="plain">
      <header className="plain-head">
        <a className="brand" href="/">
          {productName}
        </a>
      </header>
      {children}
      <footer className="plain-foot">
        <span>
          © {year} {productName}
        </span>
        <nav aria-label={words.legalAndSupport}>
          <OtherLanguage />
          <a href="/legal/terms">{words.terms}</a>
          <a href="/legal/privacy">{words.privacy}</a>
          <a href="/support">{words.support}</a>
        </nav>
      </footer>
    </div>
  )
}

function OtherLanguage() {
  const { languageName } = useWords(frameWords)
  const locale = useLocale() === 'en' ? 'es' : 'en'
  return (
    <button
      type="button"
      className="plain-language"
      lang={localeTags[locale]}
      onClick={() => void choose(locale)}
    >
      {languageName[locale]}
    </button>
  )
}

export function Waiting({ children }: { children: ReactNode }) {
  return (
    <PlainPage>
      <h1 className="plain-wait">
        <output>{children}</output>
      </h1>
    </PlainPage>
  )
}

/** A page behind sign-in, until it is known who opens it. Without a connection that may take hours: what waits on the phone is shown meanwhile. */
export function CheckingAccess() {
  const words = useWords(frameWords)
  const isCut = useIsCut()
  if (!isCut) return <Waiting>{words.checkingAccess}</Waiting>
  return (
    <PlainPage>
      <h1>
        <output>{words.offline}</output>
      </h1>
      <p>{words.opensWithConnection}</p>
      <Cut />
    </PlainPage>
  )
}
export const Loading = () => <Waiting>{useWords(frameWords).loading}</Waiting>

/** The guard failed: sign-in or profile, not a page. */
export function AppTrouble({ error }: ErrorComponentProps) {
  const words = useWords(frameWords)
  const isAuthentication = error instanceof Error && error.name === 'AuthenticationError'
  return (
    <PlainPage>
      <h1>{isAuthentication ? words.signInTrouble : words.trouble}</h1>
      <p className="plain-alert" role="alert">
        {isAuthentication
          ? words.authenticationError(shortText(messageOf(error)))
          : shortText(messageOf(error))}
      </p>
      <Left />
      <Ways retry />
    </PlainPage>
  )
}

/** A page failed in a way it did not handle itself. */
export function PageTrouble({ error }: ErrorComponentProps) {
  return (
    <PlainPage>
      <h1>{useWords(frameWords).wentWrong}</h1>
      <p className="plain-alert" role="alert">
        {shortText(messageOf(error))}
      </p>
      <Ways retry />
    </PlainPage>
  )
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

function Ways({ retry }: { retry: boolean }) {
  const router = useRouter()
  const words = useWords(frameWords)
  return (
    <div className="links">
      {retry && (
        <button
          type="button"
          className="plain-button primary"
          onClick={() => void router.invalidate()}
        >
          {words.tryAgain}
        </button>
      )}
      <a className="plain-button" href="/login">
        {words.logIn}
      </a>
      <a className="plain-button" href="/support">
        {words.contactSupport}
      </a>
    </div>
  )
}

export function NotFound() {
  const words = useWords(frameWords)
  return (
    <PlainPage wide>
      <h1>{words.title(notFoundTitle)}</h1>
      <p>{words.notFoundText}</p>
      <nav aria-label={words.pages}>
        <ul className="links">
          {foundPages.map(([href, title]) => (
            <li key={href}>
              <a className="plain-button" href={href}>
                {words.title(title)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </PlainPage>
  )
}
