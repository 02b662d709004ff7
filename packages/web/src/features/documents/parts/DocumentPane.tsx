import { ActionIcon, Button, Title, Tooltip } from '@mantine/core'
import type { ProductDocument } from '@sheetwright/contract/documents/document.ts'
import { IconDownload, IconX } from '@tabler/icons-react'
import { useText } from '../../../platform/messages/use-text.ts'
import { FactTable } from '../../../ui/FactTable.tsx'
import { FileName } from '../../../ui/FileName.tsx'
import { AbsoluteMoment } from '../../../ui/Moment.tsx'
import { useSizes } from '../../../ui/use-sizes.ts'
import { fileTypeNames } from '../file-type-looks.ts'
import { type DocumentAction, DocumentMenu } from './DocumentMenu.tsx'
import classes from './DocumentPane.module.css'
import { DocumentPreview } from './DocumentPreview.tsx'

export interface DocumentPaneProps {
  readonly product: string
  readonly document: ProductDocument
  readonly onAction: (action: DocumentAction, document: ProductDocument) => void
  readonly onClose: () => void
}

/** One document beside the list: its preview and its facts. */
export function DocumentPane({ product, document, onAction, onClose }: DocumentPaneProps) {
  const text = useText()
  const sizes = useSizes()
  const notes = Object.entries(document.metadata).map(([name, value]) => ({ name, value }))
  return (
    <section className={classes.pane} aria-label={text('Preview.of', { name: document.fileName })}>
      <header className={classes.header}>
        <Title order={2} className={classes.title ?? ''}>
          <FileName name={document.fileName} />
        </Title>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload />}
          onClick={() => onAction('download', document)}
        >
          {text('Document.download')}
        </Button>
        <DocumentMenu document={document} onAction={onAction} />
        <Tooltip label={text('Preview.close')}>
          <ActionIcon size="sm" aria-label={text('Preview.close')} onClick={onClose}>
            <IconX />
          </ActionIcon>
        </Tooltip>
      </header>
      <DocumentPreview
        key={`${document.id} ${document.version}`}
        product={product}
        document={document}
        version={document.version}
        onDownload={() => onAction('download', document)}
      />
      <FactTable
        label={text('Document.facts')}
        facts={[
          { name: text('Document.fileType'), value: text(fileTypeNames[document.fileType]) },
          { name: text('Document.size'), value: sizes.bytes(document.size) },
          { name: text('Document.version'), value: String(document.version) },
          { name: text('Document.uploadedBy'), value: document.uploadedBy },
          { name: text('Document.updated'), value: <AbsoluteMoment value={document.updatedAt} /> },
          ...notes,
        ]}
      />
    </section>
  )
}
