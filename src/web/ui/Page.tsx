import { Alert, Button, Group, Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Brand } from '../../domain/base/brand.ts'
import { errorText } from '../app/client.ts'
import { useWords } from '../app/words.ts'
import { uiWords } from '../../words/en/ui.ts'

type Logo = Brand['logo'] | undefined

/** A business's logo beside its name, which says the same in words. */
export const BusinessLogo = ({ logo }: { logo: Logo }) =>
  logo && <img className="fh-logo" src={logo.path} width={logo.width} height={logo.height} alt="" />

/** Whose page it is, at the top of what a business shows to the public. */
export const BusinessHead = ({ name, logo }: { name: string | null; logo?: Logo }) => (
  <header className="fh-business">
    <BusinessLogo logo={logo} />
    <Text fw={650}>{name}</Text>
  </header>
)

type PageProps = {
  title: string
  /** What stands with the title: the status of what is shown. */
  beside?: ReactNode
  /** One line under the title. */
  about?: ReactNode
  /** Buttons to the right of the title; below it on a phone. */
  actions?: ReactNode
  /** For forms and text: about 780 px wide. */
  narrow?: boolean
  children: ReactNode
}

/** The frame of every screen: title, actions, content. */
export function Page({ title, beside, about, actions, narrow = false, children }: PageProps) {
  return (
    <div className={narrow ? 'fh-page narrow' : 'fh-page'}>
      <div className="fh-page-head">
        <div>
          <div className="fh-page-title">
            <Title order={1}>{title}</Title>
            {beside}
          </div>
          {about && (
            <Text c="dimmed" mt={4}>
              {about}
            </Text>
          )}
        </div>
        {actions && <div className="fh-page-actions fh-no-print">{actions}</div>}
      </div>
      {children}
    </div>
  )
}

type Answered<T> = {
  data: T | undefined
  error: unknown
  isPending: boolean
  isFetching: boolean
  refetch: () => unknown
}

/**
 * A query without data: placeholders, or the error with a retry button. Old data stays on screen if
 * a refetch fails.
 */
export function Loaded<T>({
  of,
  failure,
  skeleton,
  children,
}: {
  of: Answered<T>
  failure: string
  skeleton?: ReactNode
  children: (data: T) => ReactNode
}) {
  if (of.data !== undefined) return <>{children(of.data)}</>
  if (of.isPending && !of.error) return <>{skeleton ?? <Bars />}</>
  return (
    <Failure
      text={errorText(of.error, failure)}
      retry={() => void of.refetch()}
      busy={of.isFetching}
    />
  )
}

/** Something could not be loaded. */
export function Failure({
  text,
  retry,
  busy = false,
}: {
  text: string
  retry?: () => void
  busy?: boolean
}) {
  const words = useWords(uiWords)
  return (
    <Alert
      color="red"
      variant="light"
      icon={<TriangleAlert size={20} aria-hidden />}
      title={text}
      role="alert"
    >
      {retry && (
        <Group mt={4}>
          <Button size="compact-md" variant="default" onClick={retry} loading={busy}>
            {words.retry}
          </Button>
        </Group>
      )}
    </Alert>
  )
}

/** Gray placeholders for rows that are loading. */
export function Bars({ rows = 4, height = 72 }: { rows?: number; height?: number }) {
  const words = useWords(uiWords)
  return (
    <Stack gap="sm" aria-busy="true">
      <VisuallyHidden>
        <output>{words.loading}</output>
      </VisuallyHidden>
      {Array.from({ length: rows }, (_, i) => (
        <Skeleton key={i} height={height} radius="lg" />
      ))}
    </Stack>
  )
}
