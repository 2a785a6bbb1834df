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
import { officeRoles } from '../../../domain/roles.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronDown, Download, FileImage, FileText, Printer, RotateCcw } from 'lucide-react'
import type { PermanentInvitation } from '../../../domain/invitation.ts'
import { api } from '../../client.ts'
import { useHasRole, useMe } from '../../me.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Loaded } from '../../ui/Page.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { toast } from '../../ui/toast.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import classes from '../../invitations/invitations.module.css'
import { permanentQuery } from '../../invitations/queries.ts'
import { download, qrPdf, qrSvg } from './qr-files.ts'
import { useMenu } from '../../ui/use-menu.ts'

export function PermanentLink() {
  const link = useQuery(permanentQuery)
  return (
    <Card component="section" aria-labelledby="permanent" padding="lg">
      <Title order={2} id="permanent" mb="md">
        Permanent Sign-up Link
      </Title>
      <Loaded
        of={link}
        failure="Couldn't load your permanent link."
        skeleton={<Skeleton height={256} radius="lg" />}
      >
        {(data) => <Link data={data} />}
      </Loaded>
    </Card>
  )
}

function Link({ data }: { data: PermanentInvitation }) {
  const mayRotate = useHasRole(...officeRoles)
  const rotating = useSheet('new-link')
  return (
    <div className={classes.permanent}>
      <QrCode
        text={data.link}
        label={`QR code of the sign-up page of ${data.org_name}`}
        size={256}
      />
      <Stack gap="md" className={classes.grow}>
        <Text>
          It never expires. Put it on your website, your vehicles and your invoices; anyone who
          opens it can sign up with <strong>{data.org_name}</strong>.
        </Text>
        {!data.public_signup_enabled && (
          <Alert color="honey" variant="light">
            Sign-up is off, so this link does not work. An owner can turn it on in{' '}
            <Anchor href="/app/settings">Settings</Anchor>.
          </Alert>
        )}
        <TextInput
          label="Sign-up link"
          value={data.link}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <Group gap="xs">
          <CopyButton text={data.link} label="Copy Link" variant="filled" />
          <CopyButton text={data.embed_html} label="Copy embed anchor" />
          <ExportMenu data={data} />
          {mayRotate && (
            <Button
              variant="subtle"
              color="red"
              leftSection={<RotateCcw size={16} aria-hidden />}
              onClick={() => rotating.show(true)}
            >
              Rotate Link
            </Button>
          )}
        </Group>
      </Stack>
      <RotateDialog opened={rotating.opened} onClose={rotating.hide} />
    </div>
  )
}

function ExportMenu({ data }: { data: PermanentInvitation }) {
  const menu = useMenu()
  const slug = useMe().organization?.slug
  const file = slug ?? 'sign-up'
  const pdf = () =>
    void qrPdf(data.link, data.org_name).then(
      (blob) => download(blob, `${file}-qr.pdf`),
      (error: unknown) => toast.failed(error, 'Could not create the PDF'),
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
          Export
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
          Download SVG
        </Menu.Item>
        <Menu.Item leftSection={<FileText size={16} aria-hidden />} onClick={pdf}>
          Download PDF
        </Menu.Item>
        {slug && (
          <Menu.Item
            component="a"
            href={`/org/${slug}/info`}
            target="_blank"
            leftSection={<Printer size={16} aria-hidden />}
          >
            Open printable page
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

function RotateDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const cache = useQueryClient()
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Rotate Link?"
      confirm="Rotate Link"
      danger
      failure="Failed to rotate permanent link"
      onConfirm={async () => {
        cache.setQueryData(
          permanentQuery.queryKey,
          await api['POST /api/owner/invitations/permanent/rotate'](),
        )
        toast.done('Permanent link rotated')
      }}
    >
      <Stack gap="xs">
        <Text>You get a new link, and the current one stops working immediately.</Text>
        <Text>
          These break: the link wherever you have sent or embedded it, and every QR code downloaded
          from this page as SVG or PDF. The printable page and flyers made from it keep working.
        </Text>
      </Stack>
    </ConfirmDialog>
  )
}
