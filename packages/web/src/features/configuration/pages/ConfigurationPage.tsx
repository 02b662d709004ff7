import { Alert, Button, FileButton, Group, List, Stack, Text } from '@mantine/core'
import { ApiError } from '@sheetwright/contract/api-error.ts'
import type { ConfigurationChange } from '@sheetwright/contract/configuration/configuration-file.ts'
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconDownload,
  IconEqual,
  IconFileUpload,
  IconHistory,
} from '@tabler/icons-react'
import { useState } from 'react'
import { errorText } from '../../../platform/messages/error-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { useDialogs } from '../../../ui/feedback/dialogs.ts'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { RelativeMoment } from '../../../ui/Moment.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { PageTrail } from '../../../ui/page/PageTrail.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import {
  useApplyConfiguration,
  useCompareConfiguration,
  useDownloadConfiguration,
  useUndoConfiguration,
} from '../mutations.ts'
import { Differences } from '../parts/Differences.tsx'
import { useConfigurationChanges } from '../queries.ts'

/** The tenant's configuration as a file: download it, preview another file, apply it, roll it back. */
export function ConfigurationPage() {
  const text = useText()
  const download = useDownloadConfiguration()
  const compare = useCompareConfiguration()
  const apply = useApplyConfiguration()
  const start = (file: File | null) => {
    apply.reset()
    if (file !== null) compare.mutate(file)
  }
  const compared = compare.data
  return (
    <Page
      title={text('Configuration.title')}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconDownload />}
            loading={download.isPending}
            onClick={() => download.mutate()}
          >
            {text('Configuration.download')}
          </Button>
          <FileButton accept="application/json,.json" onChange={start}>
            {(props) => (
              <Button {...props} leftSection={<IconFileUpload />} loading={compare.isPending}>
                {text('Configuration.choose')}
              </Button>
            )}
          </FileButton>
        </>
      }
    >
      <PageTrail
        items={[
          { label: text('Navigation.administration'), to: '/admin/explorer/home' },
          { label: text('Configuration.title') },
        ]}
      />
      <Stack gap="md">
        <Text size="sm">{text('Configuration.about')}</Text>
        {compare.isError && <WrongFile error={compare.error} />}
        {compared !== undefined && (
          <Panel
            title={text('Configuration.differences', { name: compared.name })}
            actions={
              <Group gap="xs">
                <Button size="xs" variant="default" onClick={() => compare.reset()}>
                  {text('Dialog.cancel')}
                </Button>
                <Button
                  size="xs"
                  disabled={compared.differences.length === 0}
                  loading={apply.isPending}
                  onClick={() =>
                    apply.mutate(compared.body, {
                      onSuccess({ differences }) {
                        toastSuccess(text('Configuration.applied', { count: differences.length }))
                        compare.reset()
                      },
                    })
                  }
                >
                  {text('Configuration.apply')}
                </Button>
              </Group>
            }
          >
            {compared.differences.length === 0 ? (
              <EmptyState
                icon={<IconEqual />}
                title={text('Configuration.same.title')}
                text={text('Configuration.same.text')}
              />
            ) : (
              <Differences
                label={text('Configuration.differences', { name: compared.name })}
                differences={compared.differences}
              />
            )}
          </Panel>
        )}
        <Changes />
      </Stack>
    </Page>
  )
}

/** The errors of a file, by field. */
function WrongFile({ error }: { readonly error: Error }) {
  const text = useText()
  const isJson = error instanceof ApiError
  const fields = isJson ? error.fieldErrors : []
  return (
    <Alert color="red" icon={<IconAlertTriangle />} role="alert" title={text('Configuration.wrong')}>
      {isJson ? errorText(text, error) : text('Configuration.noJson')}
      <List size="sm">
        {fields.map(({ field, message }) => (
          <List.Item key={`${field} ${message}`}>
            <span className="mono">{field.replace(/^body\./, '')}</span> {message}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

function Changes() {
  const text = useText()
  const dialogs = useDialogs()
  const changes = useConfigurationChanges()
  const undo = useUndoConfiguration()
  const [opened, setOpened] = useState<ConfigurationChange>()

  async function askUndo({ id, differences }: ConfigurationChange) {
    const confirmed = await dialogs.confirm({
      title: text('Configuration.undo.title'),
      text: text('Configuration.undo.text', { count: differences.length }),
      confirmLabel: text('Configuration.undo'),
      cancelLabel: text('Dialog.cancel'),
    })
    if (confirmed) undo.mutate(id, { onSuccess: () => toastSuccess(text('Configuration.undone')) })
  }

  const columns: Column<ConfigurationChange>[] = [
    {
      id: 'when',
      heading: text('Configuration.when'),
      width: 180,
      grows: true,
      namesRow: true,
      renderCell: ({ appliedAt }) => <RelativeMoment value={appliedAt} />,
    },
    { id: 'by', heading: text('Tests.createdBy'), width: 220, renderCell: ({ appliedBy }) => appliedBy },
    {
      id: 'count',
      heading: text('Configuration.settings'),
      width: 140,
      align: 'end',
      renderCell: ({ differences }) => differences.length,
    },
    {
      id: 'undo',
      heading: text('Configuration.undo'),
      width: 180,
      renderCell: (change) =>
        change.undoneAt !== null ? (
          text('Configuration.isUndone')
        ) : change.mayUndo ? (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconArrowBackUp />}
            loading={undo.isPending}
            onClick={(event) => {
              event.stopPropagation()
              void askUndo(change)
            }}
          >
            {text('Configuration.undo')}
          </Button>
        ) : (
          ''
        ),
    },
  ]
  return (
    <Panel title={text('Configuration.changes')}>
      {changes.isError ? (
        <FailureState error={changes.error} onRetry={() => void changes.refetch()} />
      ) : (
        <DataTable
          id="configuration-changes"
          label={text('Configuration.changes')}
          columns={columns}
          rows={changes.data?.items}
          rowKey={({ id }) => id}
          skeletonRows={3}
          onOpen={setOpened}
          empty={
            <EmptyState
              icon={<IconHistory />}
              title={text('Configuration.none.title')}
              text={text('Configuration.none.text')}
            />
          }
        />
      )}
      {opened !== undefined && (
        <Dialog opened size="large" onClose={() => setOpened(undefined)} title={text('Configuration.settings')}>
          <Differences label={text('Configuration.settings')} differences={opened.differences} />
        </Dialog>
      )}
    </Panel>
  )
}
