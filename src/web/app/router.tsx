import { createRouter } from '@tanstack/react-router'
import { routeTree } from './routes.tsx'
import { parseSearch, stringifySearch } from './search.ts'

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  // The query cache keeps data; the router must not keep a second copy.
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 300,
  // What is ready is shown.
  defaultPendingMinMs: 0,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

/** Starts loading the target page's files while sign-in and profile are still loading. */
export function preloadPlace(): void {
  for (const match of router.matchRoutes(router.latestLocation)) {
    const component = router.routesById[match.routeId as keyof typeof router.routesById]?.options
      .component as { preload?: () => Promise<unknown> } | undefined
    void component?.preload?.()
  }
  if (location.pathname.startsWith('/app')) void import('./guard.ts')
}
