import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { BackupStanding } from '../../../domain/flows/admin.ts'
import { api } from '../../app/client.ts'
import { momentLabel } from '../../ui/when.ts'

/** When the last nightly backup was proved, or why none was. */
export function Backup() {
  const { data } = useQuery(api['GET /api/admin/backup'].query())
  if (!data?.is_made) return null
  return (
    <Text mt="lg" size="sm" c={data.backup?.fault ? 'red' : 'dimmed'}>
      {sentence(data.backup)}
    </Text>
  )
}

function sentence(backup: BackupStanding | null): string {
  const last = backup?.proved_at
    ? `Last backup restored and proved equal: ${momentLabel(backup.proved_at)}.`
    : 'No backup has been proved yet.'
  return backup?.fault ? `The last backup failed: ${backup.fault} ${last}` : last
}
