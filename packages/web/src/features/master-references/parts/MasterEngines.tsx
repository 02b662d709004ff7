import { Anchor, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import type { DownStreamEngine } from '@sheetwright/contract/master-references/get-down-stream.ts'
import type { MasterReference } from '@sheetwright/contract/master-references/master-reference.ts'
import { IconCheck, IconMathFunction, IconRefresh, IconRefreshAlert } from '@tabler/icons-react'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { useDialogs } from '../../../ui/feedback/dialogs.ts'
import { NameAndDetail } from '../../../ui/NameAndDetail.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import { useSyncAll } from '../mutations.ts'
import { useDownStream } from '../queries.ts'
import { relationTexts } from './relation-texts.ts'
import { SyncEffect } from './SyncEffect.tsx'
import { SyncReport } from './SyncReport.tsx'

/** The engines that use a master: what a sync would change in each, and the sync itself. */
export function MasterEngines({ document }: { document: MasterReference }) {
  const text = useText()
  const navigate = useNavigate()
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false })
  const dialogs = useDialogs()
  const below = useDownStream(document.id)
  const sync = useSyncAll()
  const [publish, setPublish] = useState(false)
  const [opened, setOpened] = useState<string>()
  if (below.isError) return <FailureState error={below.error} onRetry={() => void below.refetch()} />
  const outdated = below.data?.engines.filter(({ referenceUpdateRequired }) => referenceUpdateRequired) ?? []
  const waiting = outdated.filter(({ syncedRevision, access }) => syncedRevision === null && access !== 'view')
  const shown = below.data?.engines.find(({ engineId }) => engineId === opened)

  async function syncAll() {
    const count = waiting.length
    const confirmed = await dialogs.confirm({
      title: text('Sync.confirmTitle'),
      text: text(publish ? 'Sync.confirmPublish' : 'Sync.confirmText', { count }),
      confirmLabel: text('Sync.confirm', { count }),
      cancelLabel: text('Dialog.cancel'),
    })
    if (!confirmed) return
    const engineIds = waiting.map(({ engineId }) => engineId)
    sync.mutate(
      { documentId: document.id, engineIds, publish },
      {
        onSuccess: ({ jobId }) =>
          void navigate({ to: `/master/${document.id}/engines`, search: { ...search, job: jobId } }),
      },
    )
  }

  const columns: Column<DownStreamEngine>[] = [
    {
      id: 'name',
      heading: text('Sync.engine'),
      width: 220,
      grows: true,
      namesRow: true,
      renderCell: ({ productId, engineId, serviceName, productName }) => (
        <Anchor renderRoot={(props) => <Link {...props} to={`/products/${productId}/engines/${engineId}`} />}>
          <NameAndDetail name={serviceName} detail={productName} />
        </Anchor>
      ),
    },
    {
      id: 'revision',
      heading: text('Version.revision'),
      width: 100,
      renderCell: ({ revision }) => <span className="mono">{revision}</span>,
    },
    { id: 'ranges', heading: text('Master.ranges'), width: 120, renderCell: ({ ranges }) => ranges.join(', ') },
    {
      id: 'state',
      heading: text('Master.state'),
      width: 180,
      renderCell: ({ referenceUpdateRequired, syncedRevision }) =>
        referenceUpdateRequired ? (
          <StatusChip tone="attention" icon={<IconRefreshAlert />}>
            {syncedRevision === null ? text('Sync.outdated') : text('Sync.draftReady', { revision: syncedRevision })}
          </StatusChip>
        ) : (
          <StatusChip tone="pass" icon={<IconCheck />}>
            {text('Sync.upToDate')}
          </StatusChip>
        ),
    },
    {
      id: 'dates',
      heading: text('Master.effective'),
      width: 300,
      renderCell: ({ dateRelation }) =>
        dateRelation === null || dateRelation === 'engineInsideMaster' ? '' : text(relationTexts[dateRelation]),
    },
    {
      id: 'effect',
      heading: text('Product.actionsColumn'),
      headingHidden: true,
      width: 170,
      align: 'end',
      renderCell: ({ engineId, referenceUpdateRequired }) =>
        referenceUpdateRequired && (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-expanded={opened === engineId}
            onClick={() => setOpened(opened === engineId ? undefined : engineId)}
          >
            {text('Sync.preview')}
          </Button>
        ),
    },
  ]
  return (
    <Stack gap="lg">
      {search['job'] !== undefined && <SyncReport job={search['job']} />}
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {text('Sync.summary', {
            count: outdated.length,
            all: below.data?.engines.length ?? 0,
            hidden: below.data?.hidden ?? 0,
          })}
        </Text>
        {waiting.length > 0 && (
          <Group gap="md">
            <Checkbox
              label={text('Sync.publish')}
              checked={publish}
              onChange={(event) => setPublish(event.currentTarget.checked)}
            />
            <Button leftSection={<IconRefresh />} loading={sync.isPending} onClick={() => void syncAll()}>
              {text('Sync.confirm', { count: waiting.length })}
            </Button>
          </Group>
        )}
      </Group>
      <DataTable
        id="master-engines"
        label={text('Master.engines')}
        columns={columns}
        rows={below.data?.engines}
        rowKey={({ engineId }) => engineId}
        skeletonRows={3}
        empty={
          <EmptyState icon={<IconMathFunction />} title={text('Sync.empty.title')} text={text('Sync.empty.text')} />
        }
      />
      {shown !== undefined && (
        <SyncEffect
          documentId={document.id}
          engineId={shown.engineId}
          name={`${shown.productName} / ${shown.serviceName}`}
        />
      )}
    </Stack>
  )
}
