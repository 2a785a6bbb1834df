import { Outlet, useMatches, useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { productName } from '../../domain/text.ts'
import { shortText } from '../safe-path.ts'

const year = new Date().getFullYear()
const notFoundTitle = 'Page not found'

/** The whole application: the page asked for, and the tab's title. */
export function Root() {
  const title = useMatches({
    select: (matches) =>
      matches.some((match) => match.status === 'notFound' || match._notFound)
        ? notFoundTitle
        : matches.findLast((match) => match.staticData.title)?.staticData.title,
  })
  useEffect(() => {
    document.title = title ? `${title} · ${productName}` : productName
  }, [title])
  return <Outlet />
}

/** Head, foot and one centred card for pages that do without the component library. */
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
        <nav aria-label="Legal and support">
          <a href="/legal/terms">Terms</a>
          <a href="/legal/privacy">Privacy</a>
          <a href="/support">Support</a>
        </nav>
      </footer>
    </div>
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

export const CheckingAccess = () => <Waiting>Checking access…</Waiting>
export const Loading = () => <Waiting>Loading…</Waiting>

/** The guard failed: sign-in or profile, not a page. */
export function AppTrouble({ error }: ErrorComponentProps) {
  const isAuthentication = error instanceof Error && error.name === 'AuthenticationError'
  return (
    <PlainPage>
      <h1>{isAuthentication ? 'We could not check your sign-in' : 'Something is in the way'}</h1>
      <p className="plain-alert" role="alert">
        {isAuthentication
          ? `Authentication error: ${shortText(messageOf(error))}`
          : shortText(messageOf(error))}
      </p>
      <Ways retry />
    </PlainPage>
  )
}

/** A page failed in a way it did not handle itself. */
export function PageTrouble({ error }: ErrorComponentProps) {
  return (
    <PlainPage>
      <h1>Something went wrong</h1>
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
  return (
    <div className="links">
      {retry && (
        <button
          type="button"
          className="plain-button primary"
          onClick={() => void router.invalidate()}
        >
          Try again
        </button>
      )}
      <a className="plain-button" href="/login">
        Log in
      </a>
      <a className="plain-button" href="/support">
        Contact support
      </a>
    </div>
  )
}

export function NotFound() {
  return (
    <PlainPage wide>
      <h1>{notFoundTitle}</h1>
      <p>
        The address may be mistyped, or the page may have moved. Perhaps one of these is what you
        were looking for:
      </p>
      <nav aria-label="Pages">
        <ul className="links">
          {[
            ['/app', 'Dashboard'],
            ['/app/customers', 'Customers'],
            ['/app/settings', 'Settings'],
            ['/support', 'Support'],
          ].map(([href, label]) => (
            <li key={href}>
              <a className="plain-button" href={href}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </PlainPage>
  )
}
