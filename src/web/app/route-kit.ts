import {
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  redirect,
  type AnyRoute,
  type AnyValidator,
  type Constrain,
  type DefaultValidator,
  type RouteComponent,
} from '@tanstack/react-router'
import type { Role } from '../../domain/base/roles.ts'
import { search, text } from './search.ts'
import type { PageTitle } from '../../words/en/frame.ts'
import type { Me } from './me.ts'
import { fileOnceOnline, onceOnline } from './online.ts'
import { wordsReady } from './words.ts'
import { AppTrouble, CheckingAccess, Loading, NotFound, PageTrouble, Root } from './shell/Frame.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** For the tab and the breadcrumb. */
    title?: PageTitle
    /** Who may open it; null: anyone signed in with a role. */
    roles?: readonly Role[] | null
  }
}

type Module = { default: RouteComponent }
type Reader<S> = Constrain<S, AnyValidator, DefaultValidator>
type Common<S> = { title: PageTitle; component: () => Promise<Module>; search?: S }

export const root = createRootRoute({
  // The open sheets of any screen.
  validateSearch: search({ sheet: text }),
  component: Root,
  notFoundComponent: NotFound,
  errorComponent: PageTrouble,
})

/** Public screens that use the component library, which is loaded with the first of them. */
const publicLayout = createRoute({
  getParentRoute: () => root,
  id: 'public',
  component: lazyRouteComponent(() => withWords(() => import('./shell/PublicShell.tsx'))),
  pendingComponent: Loading,
})

/** Everything behind sign-in: one guard, one shell. */
const appLayout = createRoute({
  getParentRoute: () => root,
  path: '/app',
  beforeLoad: async ({ matches, location }): Promise<{ me: Me }> => {
    const { admit, admitted } = await import('./guard.ts')
    const here = matches.at(-1)
    // Opening a sheet, or another week, stays on the same screen and works offline.
    const known = here?.cause === 'stay' ? admitted() : undefined
    if (known) return { me: known }
    // The innermost route decides; a route without roles admits anyone with a role.
    return { me: await onceOnline(() => admit(here?.staticData.roles ?? null, location.href)) }
  },
  component: lazyRouteComponent(() => withWords(() => import('./shell/AppShell.tsx'))),
  pendingComponent: CheckingAccess,
  pendingMs: 0,
  errorComponent: AppTrouble,
  staticData: { title: 'Home' },
})

/** Loads a page together with its words in the current language. */
async function withWords(load: () => Promise<Module>): Promise<Module> {
  const module = await load()
  await wordsReady()
  return module
}

/** Routes side by side, each keeping its own type. */
export const routes = <const R extends readonly AnyRoute[]>(...all: R): R => all

/**
 * A small page without the component library: sign-in, callbacks, errors, legal texts. `path` from
 * the root.
 */
export const plain = <const P extends string, S = undefined>(
  path: P,
  { title, component, search }: Common<S>,
) =>
  createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: search as Reader<S>,
    component: lazyRouteComponent(() => withWords(component)),
    staticData: { title },
  })

/** A public screen with the component library. `path` from the root. */
export const open = <const P extends string, S = undefined>(
  path: P,
  { title, component, search }: Common<S>,
) =>
  createRoute({
    getParentRoute: () => publicLayout,
    path,
    validateSearch: search as Reader<S>,
    component: lazyRouteComponent(() => withWords(component)),
    staticData: { title },
  })

// The router reloads the page when a file cannot be fetched. Offline, that would lose the page and its unsent changes.
/**
 * A screen inside the application. `path` from `/app`, without its slash; `roles` null admits
 * anyone signed in with a role.
 */
export const screen = <const P extends string, S = undefined>(
  path: P,
  { title, component, search, roles }: Common<S> & { roles: readonly Role[] | null },
) =>
  createRoute({
    getParentRoute: () => appLayout,
    path,
    validateSearch: search as Reader<S>,
    component: lazyRouteComponent(() => fileOnceOnline(() => withWords(component))),
    staticData: { title, roles },
  })

/** An old or short URL that redirects; keeps the query. */
export const forward = <const P extends string>(
  path: P,
  to: (params: Record<string, string>) => string,
) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: ({ params, location }) => {
      throw redirect({
        href: to(params as Record<string, string>) + location.searchStr,
        replace: true,
      })
    },
  })

/** Unknown application URLs go to the start page. */
export const unknownScreen = createRoute({
  getParentRoute: () => appLayout,
  path: '$',
  beforeLoad: () => {
    throw redirect({ href: '/app', replace: true })
  },
})

export { appLayout, publicLayout }
