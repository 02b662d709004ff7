import { ActionIcon, Tooltip } from '@mantine/core'
import { downloadMasterReferenceVersion } from '@sheetwright/contract/master-references/download-master-reference-version.ts'
import type {
  MasterReference,
  MasterReferenceVersion,
} from '@sheetwright/contract/master-references/master-reference.ts'
import { IconCalendar, IconDownload, IconHistory, IconWorldUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useApi } from '../../../platform/api/use-api.ts'
import { useDownloads } from '../../../platform/downloads/downloads.ts'
import { formatDay } from '../../../platform/messages/dates.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { useAlertFailure } from '../../../ui/feedback/use-alerts.ts'
import { RelativeMoment } from '../../../ui/Moment.tsx'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import { Pager } from '../../../ui/table/Pager.tsx'
import { useMasterVersions } from '../queries.ts'
import { MasterState } from './MasterState.tsx'

interface MasterVersionsProps {
  readonly document: MasterReference
  readonly onPublish: (version: MasterReferenceVersion) => void
}

export function MasterVersions({ document, onPublish }: MasterVersionsProps) {
  const text = useText()
  const [page, setPage] = useState(1)
  const versions = useMasterVersions(document.id, page)
  const download = useVersionDownload(document)
  if (versions.isError) return <FailureState error={versions.error} onRetry={() => void versions.refetch()} />
  const columns: Column<MasterReferenceVersion>[] = [
    {
      id: 'revision',
      heading: text('Version.revision'),
      width: 150,
      namesRow: true,
      renderCell: (version) => <MasterState of={version} />,
    },
    {
      id: 'note',
      heading: text('Publish.note'),
      width: 120,
      grows: true,
      renderCell: ({ releaseNote }) => releaseNote,
    },
    {
      id: 'dates',
      heading: text('Master.effective'),
      width: 200,
      renderCell: ({ effectiveStartDate, effectiveEndDate }) => (
        <>
          {formatDay(new Date(effectiveStartDate))} – {formatDay(new Date(effectiveEndDate))}
        </>
      ),
    },
    {
      id: 'rows',
      heading: text('Master.rows'),
      width: 90,
      align: 'end',
      renderCell: ({ referenceRanges }) => (
        <span className="mono">{referenceRanges.reduce((sum, { rowCount }) => sum + rowCount, 0)}</span>
      ),
    },
    { id: 'by', heading: text('Master.by'), width: 120, renderCell: ({ createdBy }) => createdBy },
    {
      id: 'at',
      heading: text('Master.at'),
      width: 120,
      renderCell: ({ createdDate }) => <RelativeMoment value={createdDate} short />,
    },
    {
      id: 'actions',
      heading: text('Product.actionsColumn'),
      headingHidden: true,
      width: 96,
      align: 'end',
      renderCell: (version) => {
        const { revision, state } = version
        const publish = text(state === 'Draft' ? 'Master.publishSubmit' : 'Version.datesTitle', { revision })
        const label = text('Master.downloadVersion', { revision })
        return (
          <>
            {document.access !== 'view' && (
              <Tooltip label={publish}>
                <ActionIcon size="sm" aria-label={publish} onClick={() => onPublish(version)}>
                  {state === 'Draft' ? <IconWorldUpload /> : <IconCalendar />}
                </ActionIcon>
              </Tooltip>
            )}
            <Tooltip label={label}>
              <ActionIcon size="sm" aria-label={label} onClick={() => download(version)}>
                <IconDownload />
              </ActionIcon>
            </Tooltip>
          </>
        )
      },
    },
  ]
  return (
    <>
      <DataTable
        id="master-versions"
        label={text('Master.versions')}
        columns={columns}
        rows={versions.data?.items}
        rowKey={({ id }) => id}
        skeletonRows={3}
        empty={<EmptyState icon={<IconHistory />} title={text('Master.versions')} text={text('Master.empty.text')} />}
      />
      {versions.data !== undefined && versions.data.count > 20 && (
        <Pager page={page} pageSize={20} count={versions.data.count} onChange={setPage} />
      )}
    </>
  )
}

function useVersionDownload({ id }: MasterReference): (version: MasterReferenceVersion) => void {
  const api = useApi()
  const downloads = useDownloads()
  const alertFailure = useAlertFailure()
  return (version) => {
    const params = { document: id, version: version.id }
    const fetchFile = () => api.call(downloadMasterReferenceVersion, { params })
    void downloads.save(fetchFile, version.originalFileName).catch(alertFailure)
  }
}
