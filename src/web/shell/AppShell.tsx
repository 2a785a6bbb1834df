import { Link, useLocation, useMatches } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { Ellipsis, FlaskConical, Plus, Zap } from 'lucide-react'
import { Button } from '@mantine/core'
import { lazy, Suspense, useEffect } from 'react'
import { productName } from '../../domain/text.ts'
import { useSessionEnded } from '../auth.ts'
import { publicConfig } from '../config.ts'
import { startLive } from '../live.ts'
import { followSession, useMe } from '../me.ts'
import { queryClient } from '../query-client.ts'
import { Bars } from '../ui/Page.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { Connection } from './Connection.tsx'
import { useCurrentCrumb } from '../crumb.ts'
import { Place } from './Place.tsx'
import { ImpersonationBanner } from './ImpersonationBanner.tsx'
import './live-profile.ts'
import { navFor, quickActionsFor, type NavItem } from './nav.ts'
import { Providers } from './Providers.tsx'
import { ReadOnlyBanner } from './ReadOnlyBanner.tsx'
import { useShellKey } from '../ui/shell-key.ts'
import './shell.css'
import { UserMenu } from './UserMenu.tsx'
import { useSheet } from '../ui/use-sheet.ts'

// The search is not needed before the page is there.
const FindButton = lazy(() => import('../customers/FindButton.tsx'))

/** The signed-in application: sidebar, header, page. */
export default function AppShell() {
  return (
    <Providers>
      <Shell />
    </Providers>
  )
}

function Shell() {
  const me = useMe()
  const nav = navFor(me.roles)
  const more = useSheet('pages')
  const actions = useSheet('quick-actions')
  const quick = quickActionsFor(me.roles)
  const hasQuick = quick.length > 0
  useShellKey(
    (event) =>
      hasQuick &&
      event.key === 'K' &&
      event.shiftKey &&
      !event.ctrlKey &&
      !event.metaKey &&
      matchMedia('(min-width: 62em)').matches,
    () => (actions.opened ? actions.hide() : actions.show(true)),
    'Quick Actions',
  )
  const findIn = nav.find(({ label }) => label === 'Customers')?.to
  useEffect(followSession, [])
  const isEnded = useSessionEnded()
  // After signing in again on an open page, fetch what happened in between.
  useEffect(() => (isEnded ? () => void queryClient.invalidateQueries() : undefined), [isEnded])
  useEffect(
    () => (me.organization_id && !isEnded ? startLive(me.organization_id, me.id) : undefined),
    [me.organization_id, me.id, isEnded],
  )

  return (
    <div className="shell">
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <aside className="shell-side" aria-label="Sidebar">
        <Link to="/app" className="brand shell-brand">
          {productName}
        </Link>
        <nav className="shell-nav" aria-label="Main">
          {nav.map((item) => (
            <NavLine key={item.to} item={item} />
          ))}
        </nav>
      </aside>
      <div className="shell-column">
        {me.impersonating && <ImpersonationBanner me={me} />}
        {me.read_only && <ReadOnlyBanner me={me} />}
        <header className="shell-head">
          <Link to="/app" className="brand shell-small-brand">
            {productName}
          </Link>
          <Crumbs />
          <Connection />
          <SandboxMark />
          {findIn && (
            <Suspense fallback={<i className="shell-find" />}>
              <FindButton to={findIn} />
            </Suspense>
          )}
          {hasQuick && (
            <Button
              className="shell-quick-button"
              variant="default"
              size="sm"
              leftSection={<Zap size={16} aria-hidden />}
              onClick={() => actions.show(true)}
              title="Shift+K"
              aria-keyshortcuts="Shift+K"
            >
              Quick Actions
            </Button>
          )}
          <UserMenu />
        </header>
        <main id="content" className="shell-main" tabIndex={-1}>
          <Suspense fallback={<Bars />}>
            <Place />
          </Suspense>
        </main>
      </div>

      {nav.length > 0 && <Tabs nav={nav} onMore={() => more.show(true)} />}
      {hasQuick && (
        <button
          type="button"
          className="shell-float"
          aria-label="Quick Actions"
          onClick={() => actions.show(true)}
        >
          <Plus size={26} aria-hidden />
        </button>
      )}

      <Sheet opened={more.opened} onClose={more.hide} title="All pages" side size="sm">
        <nav className="shell-nav" aria-label="All pages">
          {nav.map((item) => (
            <NavLine key={item.to} item={item} onClick={more.hide} />
          ))}
        </nav>
      </Sheet>
      <Sheet opened={actions.opened} onClose={actions.hide} title="Quick Actions" side size="sm">
        <div className="shell-quick">
          {quick.map((item) => (
            <Link key={item.to} to={item.to} onClick={actions.hide}>
              <item.icon size={24} aria-hidden />
              <span>
                <strong>{item.label}</strong>
                <small>{item.about}</small>
              </span>
            </Link>
          ))}
        </div>
      </Sheet>
    </div>
  )
}

/** On a phone: the first pages within reach of a thumb, the others behind More. */
function Tabs({ nav, onMore }: { nav: NavItem[]; onMore: () => void }) {
  const hasMore = nav.length > 5
  return (
    <nav className="shell-tabs" aria-label="Main">
      {nav.slice(0, hasMore ? 4 : 5).map((item) => (
        <Tab key={item.to} item={item} />
      ))}
      {hasMore && (
        <button type="button" className="shell-tab" onClick={onMore}>
          <Ellipsis size={21} aria-hidden />
          More
        </button>
      )}
    </nav>
  )
}

function Tab({ item }: { item: NavItem }) {
  return (
    <Link {...useActive(item)} className="shell-tab">
      <item.icon size={21} aria-hidden />
      {item.short ?? item.label}
    </Link>
  )
}

/** A link that knows when it is where we are; the owner's dashboard is also what /app shows. */
function useActive({ to }: NavItem) {
  const isAtHome = useLocation({
    select: ({ pathname }) => pathname === '/app' || pathname === '/app/',
  })
  const isHere = isAtHome && to === '/app/dashboard-owner'
  return {
    to,
    activeOptions: { exact: to === '/app', includeSearch: false },
    ...(isHere ? { 'data-status': 'active', 'aria-current': 'page' as const } : {}),
  }
}

function NavLine({ item, onClick }: { item: NavItem; onClick?: () => void }) {
  return (
    <Link {...useActive(item)} className="shell-link" onClick={onClick}>
      <item.icon size={20} aria-hidden />
      {item.label}
    </Link>
  )
}

function Crumbs() {
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  const own = useCurrentCrumb()
  const here = own ?? title
  return (
    <nav className="shell-crumbs" aria-label="Breadcrumb">
      <ol>
        <li>
          {here === 'Home' ? <span aria-current="page">Home</span> : <Link to="/app">Home</Link>}
        </li>
        {here && here !== 'Home' && <li aria-current="page">{here}</li>}
      </ol>
    </nav>
  )
}

/** Always there while nothing on this server can move real money. */
export function SandboxMark() {
  const { data } = useQuery({ queryKey: ['config'], queryFn: publicConfig, staleTime: Infinity })
  if (!data?.sandbox) return null
  return (
    <div className="shell-sandbox" title="Sandbox: no real money">
      <FlaskConical size={14} aria-hidden />
      <b>
        Sandbox<span>: no real money</span>
      </b>
    </div>
  )
}
