import { ActionIcon, Button, Group, Stack, Text, Tooltip } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { categoryOf, extensionOf, fileTypeOf } from '@sheetwright/contract/documents/file-types.ts'
import type { FileEntry } from '@sheetwright/contract/files/file-entry.ts'
import type { FileVersion } from '@sheetwright/contract/files/get-file.ts'
import { IconDownload, IconHistory, IconX } from '@tabler/icons-react'
import { useCallback } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { FailureState } from '../../../ui/FailureState.tsx'
import { FactTable } from '../../../ui/FactTable.tsx'
import { LoadingBlock } from '../../../ui/LoadingBlock.tsx'
import { RelativeMoment } from '../../../ui/Moment.tsx'
import { useSizes } from '../../../ui/use-sizes.ts'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { useRestoreVersion, useSaveFile } from '../mutations.ts'
import { HtmlPreview } from '../../documents/parts/HtmlPreview.tsx'
import { NoPreview } from '../../documents/parts/NoPreview.tsx'
import { TextPreview } from '../../documents/parts/TextPreview.tsx'
import { useFile, useFileContent, useFilePreview } from '../queries.ts'
import classes from './FilePane.module.css'
import { privacyNames } from './privacy-names.ts'

/** One file beside the list: preview, facts, versions. */
export function FilePane({
  id,
  onClose,
  onEdit,
  onLinks,
}: {
  id: string
  onClose: () => void
  onEdit: (file: FileEntry) => void
  onLinks: (file: FileEntry) => void
}) {
  const text = useText()
  const found = useFile(id)
  useHotkeys([['Escape', onClose]])
  return (
    <aside className={classes.pane} aria-label={found.data?.file.name ?? text('Loading.label')}>
      <div className={classes.header}>
        <Text fw={600} className={classes.title} title={found.data?.file.name}>
          {found.data?.file.name}
        </Text>
        <Tooltip label={text('Dialog.close')}>
          <ActionIcon aria-label={text('Dialog.close')} onClick={onClose}>
            <IconX />
          </ActionIcon>
        </Tooltip>
      </div>
      {found.isPending && <LoadingBlock />}
      {found.isError && <FailureState error={found.error} onRetry={() => void found.refetch()} />}
      {found.data !== undefined && <Shown {...found.data} onEdit={onEdit} onLinks={onLinks} />}
    </aside>
  )
}

interface ShownProps {
  readonly file: FileEntry
  readonly versions: readonly FileVersion[]
  readonly onEdit: (file: FileEntry) => void
  readonly onLinks: (file: FileEntry) => void
}

function Shown({ file, versions, onEdit, onLinks }: ShownProps) {
  const text = useText()
  const sizes = useSizes()
  const save = useSaveFile()
  return (
    <Stack gap="md">
      <Group gap="sm">
        <Button
          leftSection={<IconDownload />}
          loading={save.isPending}
          onClick={() => save.mutate({ id: file.id, name: file.name })}
        >
          {text('Document.download')}
        </Button>
        <Button variant="default" onClick={() => onEdit(file)}>
          {text('Files.edit')}
        </Button>
        {file.access === 'manage' && (
          <Button variant="default" onClick={() => onLinks(file)}>
            {text('FileLinks.open')}
          </Button>
        )}
        <CopyButton value={window.location.href} label={text('Files.copyLink')} />
      </Group>
      <Preview file={file} />
      <FactTable
        label={text('Files.facts')}
        facts={[
          { name: text('Files.privacy'), value: text(privacyNames[file.privacyLevel]) },
          { name: text('Files.size'), value: sizes.bytes(file.size) },
          { name: text('Files.owner'), value: file.createdBy },
          ...Object.entries(file.metadata).map(([name, value]) => ({ name, value })),
        ]}
      />
      <Versions file={file} versions={versions} />
    </Stack>
  )
}

function Versions({ file, versions }: Pick<ShownProps, 'file' | 'versions'>) {
  const text = useText()
  const sizes = useSizes()
  const save = useSaveFile()
  const restore = useRestoreVersion()
  return (
    <section aria-label={text('Document.versions')}>
      <Text size="sm" fw={600}>
        {text('Document.versions')}
      </Text>
      <ul className={classes.versions}>
        {versions.map(({ version, size, uploadedBy, uploadedAt }) => (
          <li key={version}>
            <span className={classes.version}>
              {text('Files.version', { version })} · {sizes.bytes(size)} · {uploadedBy} ·{' '}
              <RelativeMoment value={uploadedAt} />
            </span>
            <Tooltip label={text('Document.download')}>
              <ActionIcon
                size="sm"
                aria-label={text('Files.downloadVersion', { version })}
                onClick={() => save.mutate({ id: file.id, name: file.name, version })}
              >
                <IconDownload />
              </ActionIcon>
            </Tooltip>
            {version !== file.version && (
              <Tooltip label={text('Files.restore')}>
                <ActionIcon
                  size="sm"
                  aria-label={text('Files.restoreVersion', { version })}
                  onClick={() =>
                    restore.mutate(
                      { id: file.id, version },
                      { onSuccess: () => toastSuccess(text('Files.versionRestored', { version })) },
                    )
                  }
                >
                  <IconHistory />
                </ActionIcon>
              </Tooltip>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Larger files have no preview. */
const previewBytes = 20 * 1024 * 1024

/** Pictures and PDFs as they are, HTML in a sandboxed frame, office documents as text and tables. */
function Preview({ file }: { file: FileEntry }) {
  const text = useText()
  const save = useSaveFile()
  const preview = useFilePreview(file.id, file.hash)
  if (preview.isPending) return <LoadingBlock />
  if (preview.isError) return <FailureState error={preview.error} onRetry={() => void preview.refetch()} />
  const shown = preview.data
  const category = categoryOf(file.name)
  const isTooLarge = (shown.kind === 'image' || shown.kind === 'pdf') && file.size > previewBytes
  // Browsers cannot show this format.
  const isUndrawn = extensionOf(file.name) === '.tiff'
  if (shown.kind === 'none' || isTooLarge || isUndrawn) {
    const reason = shown.kind === 'none' ? shown.reason : isTooLarge ? 'tooLarge' : 'noConverter'
    return <NoPreview reason={reason} onDownload={() => save.mutate({ id: file.id, name: file.name })} />
  }
  if (shown.kind === 'image' || shown.kind === 'pdf') return <Content file={file} kind={shown.kind} />
  return (
    <>
      {shown.shortened && (
        <Text size="sm" c="dimmed">
          {text('Preview.shortened')}
        </Text>
      )}
      {shown.kind === 'html' ? (
        <HtmlPreview html={shown.html} name={file.name} />
      ) : (
        category !== undefined && <TextPreview parts={shown.parts} fileType={fileTypeOf(category)} />
      )}
    </>
  )
}

function Content({ file, kind }: { file: FileEntry; kind: 'image' | 'pdf' }) {
  const content = useFileContent(file.id, file.hash, true)
  const source = useSource(content.data, file.contentType)
  if (content.isError) return <FailureState error={content.error} onRetry={() => void content.refetch()} />
  if (content.data === undefined) return <LoadingBlock />
  if (kind === 'image') return <img ref={source} className={classes.picture} alt={file.name} />
  // A sandbox would stop the browser's viewer from starting; the frame holds nothing but the viewer.
  // oxlint-disable-next-line react/iframe-missing-sandbox
  return <iframe ref={source} className={classes.pdf} title={file.name} />
}

function useSource(content: Blob | undefined, type: string) {
  return useCallback(
    (element: HTMLImageElement | HTMLIFrameElement | null) => {
      if (element === null || content === undefined) return undefined
      const url = URL.createObjectURL(new Blob([content], { type }))
      element.src = url
      return () => URL.revokeObjectURL(url)
    },
    [content, type],
  )
}
