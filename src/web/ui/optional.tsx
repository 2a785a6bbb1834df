import { lazy, Suspense, type ComponentType } from 'react'

/** A part that a page can do without: loaded after the page, and left out until it is there. `Missing` stands in if it does not come. */
export function optional<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Missing: ComponentType<Props> = () => null,
) {
  const Part = lazy<ComponentType<Props>>(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: Missing }),
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
