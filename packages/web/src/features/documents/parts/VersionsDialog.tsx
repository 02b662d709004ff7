import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { downloadDocument } from '@sheetwright/contract/documents/download-document.ts'
import type { DocumentVersion } from '@sheetwright/contract/documents/get-document-versions.ts'
import type { ProductDocument } from '@sheetwright/contract/documents/document.ts'
import { IconDownload } from '@tabler/icons-react'
import { useApi } from '../../../platform/api/use-api.ts'
import { useDownloads } from '../../../platform/downloads/downloads.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { useAlertFailure } from '../../../ui/feedback/use-alerts.ts'
import { FailureState } from '../../../ui/FailureState.tsx'
import { RelativeMoment } from '../../../ui/Moment.tsx'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import { useSizes } from '../../../ui/use-sizes.ts'
import { useRestoreVersion } from '../mutations.ts'
import { useVersions } from '../queries.ts'

/** Every version of a document with author and time; any can be downloaded, an older one made current. */
export function VersionsDialog(props: { product: string; document: ProductDocument; onClose: () => void }) {
  const { product, document, onClose } = props
  const text = useText()
  const sizes = useSizes()
  const api = useApi()
  const downloads = useDownloads()
  const alertFailure = useAlertFailure()
  const versions = useVersions(product, document)
  const restore = useRestoreVersion(product, document)

  function download(version: number) {
    const params = { product, document: document.id }
    const fetched = () => api.call(downloadDocument, { params, query: { version } })
    void downloads.save(fetched, document.fileName).catch(alertFailure)
  }

  const columns: Column<DocumentVersion>[] = [
    {
      id: 'version',
      heading: text('Document.version'),
      width: 110,
      grows: true,
      namesRow: true,
      renderCell: ({ version, restoredFrom }) =>
        restoredFrom === null ? version : text('Versions.restoredFrom', { version, from: restoredFrom }),
    },
    { id: 'by', heading: text('Document.uploadedBy'), width: 130, renderCell: ({ uploadedBy }) => uploadedBy },
    {
      id: 'at',
      heading: text('Versions.at'),
      width: 130,
      renderCell: ({ uploadedAt }) => <RelativeMoment value={uploadedAt} />,
    },
    {
      id: 'size',
      heading: text('Document.size'),
      width: 90,
      align: 'end',
      renderCell: ({ size }) => <span className="mono">{sizes.bytes(size)}</span>,
    },
    {
      id: 'actions',
      heading: text('Product.actionsColumn'),
      headingHidden: true,
      width: 124,
      align: 'end',
      renderCell: ({ version }) => (
        <>
          {document.access !== 'view' && version !== versions.data?.[0]?.version && (
            <Button
              variant="default"
              size="xs"
              aria-label={text('Versions.restoreOf', { version })}
              loading={restore.isPending && restore.variables === version}
              onClick={() =>
                restore.mutate(version, {
                  onSuccess: () => {
                    toastSuccess(text('Versions.restored', { version }))
                    onClose()
                  },
                })
              }
            >
              {text('Versions.restore')}
            </Button>
          )}
          <Tooltip label={text('Document.download')}>
            <ActionIcon
              size="sm"
              aria-label={text('Versions.downloadOf', { version })}
              onClick={() => download(version)}
            >
              <IconDownload />
            </ActionIcon>
          </Tooltip>
        </>
      ),
    },
  ]
  return (
    <Dialog opened onClose={onClose} size="large" title={text('Versions.titleOf', { name: document.fileName })}>
      {versions.isError ? (
        <FailureState error={versions.error} onRetry={() => void versions.refetch()} />
      ) : (
        <DataTable
          id="document-versions"
          label={text('Document.versions')}
          columns={columns}
          rows={versions.data}
          rowKey={({ version }) => String(version)}
          skeletonRows={2}
          empty={null}
        />
      )}
    </Dialog>
  )
}
