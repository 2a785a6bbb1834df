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
import type { Role } from '../domain/roles.ts'
import { search, text } from './search.ts'
import type { Me } from './me.ts'
import { fileOnceOnline, onceOnline } from './online.ts'
import { AppTrouble, CheckingAccess, Loading, NotFound, PageTrouble, Root } from './shell/Frame.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** For the tab and the breadcrumb. */
    title?: string
    /** Who may open it; null: anybody signed in who has a role. */
    roles?: readonly Role[] | null
  }
}

type Module = { default: RouteComponent }
type Reader<S> = Constrain<S, AnyValidator, DefaultValidator>
type Common<S> = { title: string; component: () => Promise<Module>; search?: S }

export const root = createRootRoute({
  // The open sheets of any screen.
  validateSearch: search({ sheet: text }),
  component: Root,
  notFoundComponent: NotFound,
  errorComponent: PageTrouble,
})

/** Public screens built with the component library; it is fetched only with the first of them. */
const publicLayout = createRoute({
  getParentRoute: () => root,
  id: 'public',
  component: lazyRouteComponent(() => import('./shell/PublicShell.tsx')),
  pendingComponent: Loading,
})

/** Everything behind sign-in: one guard, one shell. */
const appLayout = createRoute({
  getParentRoute: () => root,
  path: '/app',
  beforeLoad: async ({ matches, location }): Promise<{ me: Me }> => {
    const { admit, admitted } = await import('./guard.ts')
    const here = matches.at(-1)
    // A sheet that opens, or another week, is the same screen: that works without a connection, too.
    const known = here?.cause === 'stay' ? admitted() : undefined
    if (known) return { me: known }
    // The innermost route speaks for the place; a route without roles admits anybody who has one.
    return { me: await onceOnline(() => admit(here?.staticData.roles ?? null, location.href)) }
  },
  component: lazyRouteComponent(() => import('./shell/AppShell.tsx')),
  pendingComponent: CheckingAccess,
  pendingMs: 0,
  errorComponent: AppTrouble,
  staticData: { title: 'Home' },
})

/** Routes side by side, each keeping its own type. */
export const routes = <const R extends readonly AnyRoute[]>(...all: R): R => all

/** A small page without the component library: sign-in, callbacks, refusals, legal texts. `path` from the root. */
export const plain = <const P extends string, S = undefined>(
  path: P,
  { title, component, search }: Common<S>,
) =>
  createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: search as Reader<S>,
    component: lazyRouteComponent(component),
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
    component: lazyRouteComponent(component),
    staticData: { title },
  })

// The router reloads the page when a file cannot be fetched. Offline, that would lose the page and its unsent changes.
/** A screen inside the application. `path` from `/app`, without its slash; `roles` null admits anybody signed in who has a role. */
export const screen = <const P extends string, S = undefined>(
  path: P,
  { title, component, search, roles }: Common<S> & { roles: readonly Role[] | null },
) =>
  createRoute({
    getParentRoute: () => appLayout,
    path,
    validateSearch: search as Reader<S>,
    component: lazyRouteComponent(() => fileOnceOnline(component)),
    staticData: { title, roles },
  })

/** An old or short address that only leads elsewhere; keeps the query. */
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

/** An unknown place in the application is its start. */
export const unknownScreen = createRoute({
  getParentRoute: () => appLayout,
  path: '$',
  beforeLoad: () => {
    throw redirect({ href: '/app', replace: true })
  },
})

export { appLayout, publicLayout }
