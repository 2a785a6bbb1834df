import { Link, useLocation, useMatches } from '@tanstack/react-router'
import { Ellipsis, Plus, Zap } from 'lucide-react'
import { Button } from '@mantine/core'
import { Fragment, lazy, Suspense, useEffect, type ComponentType } from 'react'
import {
  adminRoles,
  crewRoles,
  deskRoles,
  hasRole,
  officeRoles,
} from '../../../domain/base/roles.ts'
import { productName } from '../../../domain/base/text.ts'
import { useSessionEnded } from '../auth.ts'
import { startLive } from '../live.ts'
import { followSession, localeOf, useMe, type Me } from '../me.ts'
import { fileOnceOnline } from '../online.ts'
import { queryClient } from '../query-client.ts'
import { Left } from '../../shared/outbox/Left.tsx'
import { optional, useIsShown, useSoon } from '../../ui/lazy.tsx'
import { Bars } from '../../ui/Page.tsx'
import { loadTip } from '../../ui/Refusable.tsx'
import { loadFrame, Sheet } from '../../ui/Sheet.tsx'
import { Connection, ImpersonationBanner, ReadOnlyBanner, SandboxMark } from './Banners.tsx'
import { useCurrentCrumb } from '../crumb.ts'
import { Place, isShutOut } from './Place.tsx'
import { FindButton } from './FindButton.tsx'
import { Float } from './Float.tsx'
import './live-me.ts'
import { navFor, quickActionsFor, type NavEntry, type NavItem } from './nav.ts'
import { Providers } from './Providers.tsx'
import { useShellKey } from '../../ui/shell-key.ts'
import './shell.css'
import { loadMenu, UserMenu } from './UserMenu.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import { frameWords } from '../../../words/en/frame.ts'
import { speakFor, useWords } from '../words.ts'
import { shellWords } from '../../../words/en/shell.ts'

/** A page that loses its connection while it opens gets such a part once it is back. */
const part = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Missing?: ComponentType<Props>,
) => optional(async () => (await fileOnceOnline(load)).default, Missing)

const Deactivated = lazy(() => fileOnceOnline(() => import('./Deactivated.tsx')))
const UnreadCount = part(() => import('../../office/inbox/UnreadCount.tsx'))
const Unsent = part(() => import('../../shared/outbox/Unsent.tsx'), NotSending)
const KeepHere = part(() => import('../kept/KeepHere.tsx'))
const BackToSteps = part(() => import('../../office/needs/BackToSteps.tsx'))
const Bell = part(() => import('../../office/needs/Bell.tsx'))

const overlays = [loadMenu, loadFrame, loadTip]

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
  const words = useWords(shellWords)
  const isClosed = isShutOut(me)
  const roles = isClosed ? [] : me.roles
  const nav = navFor(roles)
  const more = useSheet('pages')
  const actions = useSheet('quick-actions')
  const quick = quickActionsFor(roles)
  const hasQuick = quick.length > 0
  // Of the few pages of a crew, none has to wait under More, and nothing floats over its work.
  const isTab = hasQuick && nav.length <= mostTabs
  useShellKey(
    (event) =>
      hasQuick &&
      event.key === 'K' &&
      event.shiftKey &&
      !event.ctrlKey &&
      !event.metaKey &&
      matchMedia('(min-width: 62em)').matches,
    () => (actions.opened ? actions.hide() : actions.show(true)),
    words.quickActions,
  )
  const findIn = nav.find(({ label }) => label === 'Customers')?.to
  const isShown = useIsShown()
  useFollowing(me)
  useSoon(overlays)

  return (
    <div className="shell">
      <a className="skip-link" href="#content">
        {words.skip}
      </a>
      <Side me={me} nav={nav} />
      <div className="shell-column">
        <Banners me={me} />
        <Head
          roles={roles}
          findIn={findIn}
          onQuick={hasQuick ? () => actions.show(true) : null}
          isShown={isShown}
        />
        <CrewLines me={me} />
        <main id="content" className="shell-main" tabIndex={-1}>
          <SectionTabs nav={nav} />
          <Suspense fallback={<Bars />}>{isClosed ? <Deactivated me={me} /> : <Place />}</Suspense>
        </main>
      </div>

      {nav.length > 0 && (
        <Tabs
          nav={isTab ? nav.filter(({ to }) => !quick.some((action) => action.to === to)) : nav}
          onMore={() => more.show(true)}
          onQuick={isTab ? () => actions.show(true) : null}
        />
      )}
      {hasQuick && !isTab && (
        <Float label={words.quickActions} onClick={() => actions.show(true)} />
      )}

      <Sheet opened={more.opened} onClose={more.hide} title={words.allPages} side size="sm">
        <nav className="shell-nav" aria-label={words.allPages}>
          {nav.map((item) => (
            <NavLine key={item.to} item={item} onClick={more.hide} />
          ))}
        </nav>
      </Sheet>
      <QuickActions opened={actions.opened} onClose={actions.hide} items={quick} />
    </div>
  )
}

/** The pages, beside the one on screen. */
function Side({ me, nav }: { me: Me; nav: NavEntry[] }) {
  const words = useWords(shellWords)
  // An admin who acts for no business yet.
  const hasNoBusiness = !me.organization_id && hasRole(me.roles, adminRoles)
  return (
    <aside className="shell-side" aria-label={words.sidebar}>
      <Link to="/app" className="brand shell-brand">
        {productName}
      </Link>
      {me.organization_name && <p className="shell-company">{me.organization_name}</p>}
      <nav className="shell-nav" aria-label={words.main}>
        {nav.map((item) => (
          <Fragment key={item.to}>
            {hasNoBusiness && item.to === '/app/dashboard-owner' && (
              <p className="shell-group">{words.actFor}</p>
            )}
            <NavLine item={item} />
          </Fragment>
        ))}
      </nav>
    </aside>
  )
}

/** The line above every page. `findIn`: the list of customers this role has; `onQuick`: opens the quick actions. */
function Head({
  roles,
  findIn,
  onQuick,
  isShown,
}: {
  roles: Me['roles']
  findIn: string | undefined
  onQuick: (() => void) | null
  isShown: boolean
}) {
  const atDesk = hasRole(roles, deskRoles)
  return (
    <header className="shell-head">
      <Link to="/app" className="brand shell-small-brand">
        {productName}
      </Link>
      <Crumbs />
      <Connection />
      {isShown && <SandboxMark />}
      {(atDesk || findIn) && <FindButton among={atDesk ? null : findIn!} />}
      {hasRole(roles, officeRoles) && <Bell />}
      {onQuick && <QuickButton onClick={onQuick} />}
      <UserMenu />
    </header>
  )
}

function QuickButton({ onClick }: { onClick: () => void }) {
  const words = useWords(shellWords)
  return (
    <Button
      className="shell-quick-button"
      variant="default"
      size="sm"
      leftSection={<Zap size={16} aria-hidden />}
      title="Shift+K"
      aria-keyshortcuts="Shift+K"
      onClick={onClick}
    >
      {words.quickActions}
    </Button>
  )
}

const Banners = ({ me }: { me: Me }) => (
  <>
    {me.impersonating && <ImpersonationBanner me={me} />}
    {me.read_only && <ReadOnlyBanner me={me} />}
    {hasRole(me.roles, officeRoles) && <BackToSteps />}
  </>
)

/** Where what a crew does is not sent, because what sends it did not load. */
function NotSending() {
  const words = useWords(shellWords)
  return (
    <section className="shell-notice" role="alert">
      <span>{words.notSending}</span>
      <a href={location.href}>{words.reload}</a>
    </section>
  )
}

/** What a crew did and this phone has not sent yet, and a new version of the application. */
const CrewLines = ({ me }: { me: Me }) =>
  !hasRole(me.roles, crewRoles) ? (
    <Left id={me.id} />
  ) : (
    <>
      <KeepHere />
      <div className="shell-unsent">
        <Unsent />
      </div>
    </>
  )

/** Applies changes to the person's session, language and data made elsewhere. */
function useFollowing(me: Me): void {
  useEffect(followSession, [])
  const locale = localeOf(me)
  useEffect(() => void speakFor(locale), [locale])
  const isEnded = useSessionEnded()
  const isClosed = isShutOut(me)
  // After signing in again on an open page, fetch what happened in between.
  useEffect(() => (isEnded ? () => void queryClient.invalidateQueries() : undefined), [isEnded])
  useEffect(
    () =>
      me.organization_id && !isEnded && !isClosed
        ? startLive(me.organization_id, me.id)
        : undefined,
    [me.organization_id, me.id, isEnded, isClosed],
  )
}

function QuickActions({
  opened,
  onClose,
  items,
}: {
  opened: boolean
  onClose: () => void
  items: ReturnType<typeof quickActionsFor>
}) {
  const words = useWords(shellWords)
  const frame = useWords(frameWords)
  return (
    <Sheet opened={opened} onClose={onClose} title={words.quickActions} side size="sm">
      <div className="shell-quick">
        {items.map((item) => (
          <Link key={item.to} to={item.to} onClick={onClose}>
            <item.icon size={24} aria-hidden />
            <span>
              <strong>{frame.title(item.label)}</strong>
              <small>{words[item.about]}</small>
            </span>
          </Link>
        ))}
      </div>
    </Sheet>
  )
}

const mostTabs = 5

type TabsProps = { nav: NavEntry[]; onMore: () => void; onQuick: (() => void) | null }

/** On a phone: the main pages within thumb reach, the others under More. `onQuick`: opens what the quick actions lead to. */
function Tabs({ nav, onMore, onQuick }: TabsProps) {
  const words = useWords(shellWords)
  const hasMore = nav.length > mostTabs
  return (
    <nav className="shell-tabs" aria-label={words.main}>
      {nav.slice(0, hasMore ? mostTabs - 1 : mostTabs).map((item) => (
        <Tab key={item.to} item={item} />
      ))}
      {onQuick && (
        <button
          type="button"
          className="shell-tab"
          aria-label={words.quickActions}
          onClick={onQuick}
        >
          <Plus size={21} aria-hidden />
          {words.quickShort}
        </button>
      )}
      {hasMore && (
        <button type="button" className="shell-tab" onClick={onMore}>
          <Ellipsis size={21} aria-hidden />
          {words.more}
        </button>
      )}
    </nav>
  )
}

function Tab({ item }: { item: NavEntry }) {
  const words = useWords(shellWords)
  const frame = useWords(frameWords)
  return (
    <Link {...useActive(item)} className="shell-tab">
      <item.icon size={21} aria-hidden />
      {item.short ? words[item.short] : frame.title(item.label)}
    </Link>
  )
}

const usePath = () => useLocation({ select: ({ pathname }) => pathname.replace(/(.)\/$/, '$1') })
const isAt = (path: string, { to }: NavItem) => path === to || path.startsWith(`${to}/`)

/** The pages beside the one on screen, where one entry of the sidebar leads to several. */
function SectionTabs({ nav }: { nav: NavEntry[] }) {
  const frame = useWords(frameWords)
  const path = usePath()
  const entry = nav.find(({ tabs }) => tabs.some((tab) => isAt(path, tab)))
  if (!entry) return null
  return (
    <nav className="shell-section fh-no-print" aria-label={frame.title(entry.label)}>
      {entry.tabs.map(({ to, label }) => (
        <Link key={to} to={to} activeOptions={{ includeSearch: false }}>
          {frame.title(label)}
        </Link>
      ))}
    </nav>
  )
}

/** A link that knows when it is active; /app also shows the owner's dashboard. */
function useActive({ to, tabs }: NavEntry) {
  const path = usePath()
  const isAtHome = path === '/app' && to === '/app/dashboard-owner'
  const isHere = isAtHome || tabs.some((tab) => isAt(path, tab))
  return {
    to,
    activeOptions: { exact: to === '/app', includeSearch: false },
    ...(isHere ? { 'data-status': 'active', 'aria-current': 'page' as const } : {}),
  }
}

function NavLine({ item, onClick }: { item: NavEntry; onClick?: () => void }) {
  const frame = useWords(frameWords)
  return (
    <Link {...useActive(item)} className="shell-link" onClick={onClick}>
      <item.icon size={20} aria-hidden />
      {frame.title(item.label)}
      {item.counts && <UnreadCount />}
    </Link>
  )
}

function Crumbs() {
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  const words = useWords(shellWords)
  const frame = useWords(frameWords)
  const own = useCurrentCrumb()
  const isHome = own === null && title === 'Home'
  const here = own ?? (title && frame.title(title))
  const home = frame.title('Home')
  return (
    <nav className="shell-crumbs" aria-label={words.breadcrumb}>
      <ol>
        <li>{isHome ? <span aria-current="page">{home}</span> : <Link to="/app">{home}</Link>}</li>
        {here && !isHome && <li aria-current="page">{here}</li>}
      </ol>
    </nav>
  )
}
