import type { ReactNode } from 'react'
import { PlainFrame } from '../../shell/Frame.tsx'

export function LegalPage({
  title,
  updated,
  children,
}: {
  title: string
  updated: string
  children: ReactNode
}) {
  return (
    <PlainFrame>
      <main className="prose">
        <h1>{title}</h1>
        <p>
          Last updated:{' '}
          <time dateTime={updated}>
            {new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(
              new Date(updated),
            )}
          </time>
        </p>
        {children}
      </main>
    </PlainFrame>
  )
}
