import { lazy, Suspense, type ComponentType } from 'react'

/** A part that a page can do without: loaded after the page, and left out until it is there or if it does not come. */
export function optional<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Part = lazy<ComponentType<Props>>(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: () => null }),
    ),
  )
  return function Optional(props: Props) {
    return (
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    )
  }
}
