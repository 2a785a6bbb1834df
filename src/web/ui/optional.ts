import { lazy, type ComponentType } from 'react'

/** A part that a page can do without: loaded after the page, and left out if it does not come. */
export const optional = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy<ComponentType<Props>>(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: () => null }),
    ),
  )
