import { ActionIcon, Button, Menu } from '@mantine/core'
import { downloadMasterReference } from '@sheetwright/contract/master-references/download-master-reference.ts'
import type {
  MasterReference,
  MasterReferenceVersion,
} from '@sheetwright/contract/master-references/master-reference.ts'
import { IconDots, IconDownload, IconSitemap, IconTrash, IconUpload, IconWorldUpload } from '@tabler/icons-react'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useApi } from '../../../platform/api/use-api.ts'
import { useDownloads } from '../../../platform/downloads/downloads.ts'
import { formatDay } from '../../../platform/messages/dates.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { FailureState } from '../../../ui/FailureState.tsx'
import { useAlertFailure } from '../../../ui/feedback/use-alerts.ts'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { PageTabs } from '../../../ui/navigation/PageTabs.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { PageTrail } from '../../../ui/page/PageTrail.tsx'
import { AddMasterDialog } from '../parts/AddMasterDialog.tsx'
import { DeleteMasterDialog } from '../parts/DeleteMasterDialog.tsx'
import { MasterEngines } from '../parts/MasterEngines.tsx'
import { MasterRanges } from '../parts/MasterRanges.tsx'
import { MasterState } from '../parts/MasterState.tsx'
import { MasterVersions } from '../parts/MasterVersions.tsx'
import { PublishMasterDialog } from '../parts/PublishMasterDialog.tsx'
import { useMasterReference, useMasterVersions } from '../queries.ts'

/** One master reference document: its tables, its versions, and the engines that use it. */
export function MasterDocumentPage() {
  const { documentId } = useParams({ strict: false }) as { documentId: string }
  const document = useMasterReference(documentId)
  const versions = useMasterVersions(documentId, 1)
  if (document.isPending || versions.isPending) return <LoadingBlock />
  if (document.isError) return <FailureState error={document.error} onRetry={() => void document.refetch()} />
  if (versions.isError) return <FailureState error={versions.error} onRetry={() => void versions.refetch()} />
  return <Loaded document={document.data} versions={versions.data.items} />
}

type Opened = 'add' | 'delete' | MasterReferenceVersion

function Loaded(props: { document: MasterReference; versions: readonly MasterReferenceVersion[] }) {
  const { document, versions } = props
  const text = useText()
  const navigate = useNavigate()
  const { tab = 'tables' } = useParams({ strict: false }) as { tab?: string }
  const [opened, setOpened] = useState<Opened>()
  const download = useDownload(document)
  const mayChange = document.access !== 'view'
  const draft = versions[0]?.state === 'Draft' ? versions[0] : undefined
  const close = () => setOpened(undefined)
  return (
    <Page
      title={document.serviceName}
      status={<MasterState of={document} />}
      facts={
        <>
          <span>{document.owner}</span>
          <span>
            {formatDay(new Date(document.effectiveStartDate))} – {formatDay(new Date(document.effectiveEndDate))}
          </span>
        </>
      }
      actions={
        <>
          {mayChange && draft !== undefined && (
            <Button leftSection={<IconWorldUpload />} onClick={() => setOpened(draft)}>
              {text('Master.publishSubmit', { revision: draft.revision })}
            </Button>
          )}
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon aria-label={text('Master.more')}>
                <IconDots />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                leftSection={<IconSitemap />}
                onClick={() => void navigate({ to: '/lineage', search: { kind: 'master', id: document.id } })}
              >
                {text('Lineage.open')}
              </Menu.Item>
              <Menu.Item leftSection={<IconDownload />} onClick={download}>
                {text('Master.download')}
              </Menu.Item>
              {mayChange && (
                <>
                  <Menu.Item leftSection={<IconUpload />} onClick={() => setOpened('add')}>
                    {text('Master.newVersion')}
                  </Menu.Item>
                  <Menu.Item color="red" leftSection={<IconTrash />} onClick={() => setOpened('delete')}>
                    {text('Master.delete')}
                  </Menu.Item>
                </>
              )}
            </Menu.Dropdown>
          </Menu>
        </>
      }
    >
      <PageTrail items={[{ label: text('Navigation.masterData'), to: '/master' }, { label: document.serviceName }]} />
      <PageTabs
        label={document.serviceName}
        current={tab}
        onChange={(id) => void navigate({ to: `/master/${document.id}/${id}` })}
        tabs={[
          {
            id: 'tables',
            label: text('Master.tables'),
            count: document.referenceRanges.length,
            content: <MasterRanges document={document} versions={versions} />,
          },
          {
            id: 'versions',
            label: text('Master.versions'),
            content: <MasterVersions document={document} onPublish={setOpened} />,
          },
          {
            id: 'engines',
            label: text('Master.engines'),
            count: document.downStreamEngines.length,
            content: <MasterEngines document={document} />,
          },
        ]}
      />
      {opened === 'add' && <AddMasterDialog serviceName={document.serviceName} onClose={close} onAdded={close} />}
      {opened === 'delete' && (
        <DeleteMasterDialog document={document} onClose={close} onDeleted={() => void navigate({ to: '/master' })} />
      )}
      {typeof opened === 'object' && <PublishMasterDialog document={document} version={opened} onClose={close} />}
    </Page>
  )
}

function useDownload({ id, originalFileName }: MasterReference): () => void {
  const api = useApi()
  const downloads = useDownloads()
  const alertFailure = useAlertFailure()
  return () => {
    const fetchFile = () => api.call(downloadMasterReference, { params: { document: id } })
    void downloads.save(fetchFile, originalFileName).catch(alertFailure)
  }
}
