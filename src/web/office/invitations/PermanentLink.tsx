import {
  Alert,
  Anchor,
  Button,
  Card,
  Group,
  Menu,
  Skeleton,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { officeRoles } from '../../../domain/base/roles.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronDown, Download, FileImage, FileText, Printer, RotateCcw } from 'lucide-react'
import type { PermanentInvitation } from '../../../domain/people/invitation.ts'
import { api } from '../../app/client.ts'
import { useHasRole, useMe } from '../../app/me.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Loaded } from '../../ui/Page.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { toast } from '../../ui/toast.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import classes from './invitations.module.css'
import { permanentQuery } from './queries.ts'
import { download, qrPdf, qrSvg } from './qr-files.ts'
import { invitationWords } from '../../../words/en/invitations.ts'
import { useWords, wordsNow } from '../../app/words.ts'
import { useMenu } from '../../ui/use-menu.ts'

export function PermanentLink() {
  const words = useWords(invitationWords)
  const link = useQuery(permanentQuery)
  return (
    <Card component="section" aria-labelledby="permanent" padding="lg">
      <Title order={2} id="permanent" mb="md">
        {words.permanent}
      </Title>
      <Loaded
        of={link}
        failure={words.permanentFailed}
        skeleton={<Skeleton height={256} radius="lg" />}
      >
        {(data) => <Link data={data} />}
      </Loaded>
    </Card>
  )
}

function Link({ data }: { data: PermanentInvitation }) {
  const words = useWords(invitationWords)
  const mayRotate = useHasRole(...officeRoles)
  const rotating = useSheet('new-link')
  return (
    <div className={classes.permanent}>
      <QrCode text={data.link} label={words.qrOf(data.org_name)} size={256} />
      <Stack gap="md" className={classes.grow}>
        <Text>
          {words.neverExpires} <strong>{data.org_name}</strong>.
        </Text>
        {!data.public_signup_enabled && (
          <Alert color="honey" variant="light">
            {words.isOff} <Anchor href="/app/settings?section=signup">{words.settings}</Anchor>.
          </Alert>
        )}
        <TextInput
          label={words.link}
          value={data.link}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <Group gap="xs">
          <CopyButton text={data.link} label={words.copyLink} variant="filled" />
          <CopyButton text={data.embed_html} label={words.copyAnchor} />
          <ExportMenu data={data} />
          {mayRotate && (
            <Button
              variant="subtle"
              color="red"
              leftSection={<RotateCcw size={16} aria-hidden />}
              onClick={() => rotating.show(true)}
            >
              {words.rotate}
            </Button>
          )}
        </Group>
      </Stack>
      <RotateDialog opened={rotating.opened} onClose={rotating.hide} />
    </div>
  )
}

function ExportMenu({ data }: { data: PermanentInvitation }) {
  const words = useWords(invitationWords)
  const menu = useMenu()
  const slug = useMe().organization?.slug
  const file = slug ?? 'sign-up'
  const pdf = () =>
    void qrPdf(data.link, data.org_name).then(
      (blob) => download(blob, `${file}-qr.pdf`),
      (error: unknown) => toast.failed(error, wordsNow(invitationWords).pdfFailed),
    )
  return (
    <Menu
      {...menu}
      position="bottom-start"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<Download size={16} aria-hidden />}
          rightSection={<ChevronDown size={16} aria-hidden />}
        >
          {words.export}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<FileImage size={16} aria-hidden />}
          onClick={() =>
            download(
              new Blob([qrSvg(data.link, data.org_name)], { type: 'image/svg+xml' }),
              `${file}-qr.svg`,
            )
          }
        >
          {words.downloadSvg}
        </Menu.Item>
        <Menu.Item leftSection={<FileText size={16} aria-hidden />} onClick={pdf}>
          {words.downloadPdf}
        </Menu.Item>
        {slug && (
          <Menu.Item
            component="a"
            href={`/org/${slug}/info`}
            target="_blank"
            leftSection={<Printer size={16} aria-hidden />}
          >
            {words.openPrintable}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

function RotateDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const words = useWords(invitationWords)
  const cache = useQueryClient()
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={words.rotateTitle}
      confirm={words.rotate}
      danger
      failure={words.rotateFailed}
      onConfirm={async () => {
        cache.setQueryData(
          permanentQuery.queryKey,
          await api['POST /api/owner/invitations/permanent/rotate'](),
        )
        toast.done(words.rotated)
      }}
    >
      <Stack gap="xs">
        <Text>{words.rotateAbout}</Text>
        <Text>{words.rotateBreaks}</Text>
      </Stack>
    </ConfirmDialog>
  )
}
