import { Badge, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { locales, type Locale } from '../../../domain/base/locale.ts'
import { wordingLabel, type MessageWording } from '../../../domain/messages/wording.ts'
import { Bars, Loaded, Page } from '../../ui/Page.tsx'
import { Pills } from '../../ui/Pills.tsx'
import { WordingEditor, wordingsQuery } from './WordingEditor.tsx'
import classes from './wording.module.css'

const route = getRouteApi('/app/settings/wording')
const idOf = ({ kind, variant }: MessageWording): string => `${kind}.${variant}`
const languages: Record<Locale, string> = { en: 'English', es: 'Spanish' }

/** Every message to customers, and its words in each language. */
export default function Wording() {
  const wordings = useQuery(wordingsQuery)
  return (
    <Page title="Message wording" about="The messages customers get, in our words or yours">
      <Loaded
        of={wordings}
        failure="Failed to load the wording"
        skeleton={<Bars rows={8} height={44} />}
      >
        {({ wordings: all }) => <Chosen all={all} />}
      </Loaded>
    </Page>
  )
}

function Chosen({ all }: { all: readonly MessageWording[] }) {
  const { message, language = 'en' } = route.useSearch()
  const navigate = route.useNavigate()
  const inLanguage = all.filter(({ locale }) => locale === language)
  const chosen = inLanguage.find((one) => idOf(one) === message)
  return (
    <Stack gap="lg">
      <Pills
        legend="Language"
        options={locales.map((value) => ({ value, label: languages[value] }))}
        value={language}
        onChange={(next) => void navigate({ search: { message, language: next } })}
      />
      <div className={classes.columns} data-chosen={chosen ? true : undefined}>
        <nav aria-label="Messages" className={classes.list}>
          {inLanguage.map((one) => (
            <Link
              key={idOf(one)}
              to="/app/settings/wording"
              search={{ message: idOf(one), language }}
              className={classes.message}
              aria-current={one === chosen ? 'page' : undefined}
            >
              {wordingLabel(one.kind, one.variant)}
              {one.is_changed && <Badge variant="light">Changed</Badge>}
            </Link>
          ))}
        </nav>
        {chosen ? (
          <WordingEditor key={`${message} ${language}`} wording={chosen} />
        ) : (
          <Text c="dimmed" className={classes.hint}>
            Choose a message.
          </Text>
        )}
      </div>
    </Stack>
  )
}
