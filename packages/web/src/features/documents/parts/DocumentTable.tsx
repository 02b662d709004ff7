import { Button } from '@mantine/core'
import type { ProductDocument } from '@sheetwright/contract/documents/document.ts'
import type { ReactNode } from 'react'
import { sectionLabel } from '../../../platform/messages/section-names.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { FileName } from '../../../ui/FileName.tsx'
import { RelativeMoment } from '../../../ui/Moment.tsx'
import { FavouriteButton } from '../../../ui/FavouriteButton.tsx'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import { sortFromText, sortToText } from '../../../ui/table/sort.ts'
import { useSizes } from '../../../ui/use-sizes.ts'
import { documentSorts } from '@sheetwright/contract/documents/list-documents.ts'
import type { DocumentsState } from '../documents-state.ts'
import { fileTypeIcons, fileTypeNames } from '../file-type-looks.ts'
import { useMarkDocument } from '../mutations.ts'
import { type DocumentAction, DocumentMenu } from './DocumentMenu.tsx'
import classes from './DocumentTable.module.css'

export interface DocumentTableProps {
  readonly product: string
  readonly documents: readonly ProductDocument[] | undefined
  readonly state: DocumentsState
  /** Whether a preview is open, which leaves room for little more than the name. */
  readonly narrow: boolean
  readonly empty: ReactNode
  readonly onChange: (part: Partial<DocumentsState>) => void
  readonly onAction: (action: DocumentAction, document: ProductDocument) => void
  readonly onRestore: (document: ProductDocument) => void
}

export function DocumentTable(props: DocumentTableProps) {
  const { product, documents, state, narrow, empty, onChange, onAction, onRestore } = props
  const text = useText()
  const sizes = useSizes()
  const mark = useMarkDocument(product)

  const name: Column<ProductDocument> = {
    id: 'fileName',
    heading: text('Document.fileName'),
    width: 220,
    grows: true,
    sortable: true,
    namesRow: true,
    renderCell: (document) => <Named document={document} open={document.id === state.open} />,
  }
  const facts: Column<ProductDocument>[] = [
    {
      id: 'fileType',
      heading: text('Document.fileType'),
      width: 120,
      sortable: true,
      renderCell: ({ fileType }) => text(fileTypeNames[fileType]),
    },
    {
      id: 'size',
      heading: text('Document.size'),
      width: 96,
      sortable: true,
      align: 'end',
      renderCell: ({ size }) => <span className="mono">{sizes.bytes(size)}</span>,
    },
    {
      id: 'version',
      heading: text('Document.version'),
      width: 96,
      align: 'end',
      renderCell: ({ version }) => <span className="mono">{version}</span>,
    },
  ]
  // Deleted documents are listed for all sections at once.
  const section: Column<ProductDocument> = {
    id: 'section',
    heading: text('Document.section'),
    width: 160,
    renderCell: ({ documentType }) => sectionLabel(text, documentType),
  }
  const updated: Column<ProductDocument> = {
    id: 'updated',
    heading: text(state.deleted ? 'Document.deletedAt' : 'Document.updated'),
    width: 148,
    sortable: !state.deleted,
    renderCell: ({ updatedAt, deletedAt }) => <RelativeMoment value={deletedAt ?? updatedAt} />,
  }
  const actions: Column<ProductDocument> = {
    id: 'actions',
    heading: text('Product.actionsColumn'),
    headingHidden: true,
    width: state.deleted ? 140 : 88,
    align: 'end',
    renderCell: (document) =>
      state.deleted ? (
        <Button variant="default" size="xs" onClick={() => onRestore(document)}>
          {text('Document.restore')}
        </Button>
      ) : (
        <>
          <FavouriteButton
            isFavourite={document.favorite}
            label={text('Product.favouriteOf', { name: document.fileName })}
            hint={text(document.favorite ? 'Product.unfavourite' : 'Product.favourite')}
            onChange={(isFavourite) => mark.mutate({ document, isFavourite })}
          />
          <DocumentMenu document={document} onAction={onAction} />
        </>
      ),
  }

  return (
    <DataTable
      id={narrow ? 'documents-narrow' : 'documents'}
      label={text('Documents.title')}
      columns={narrow ? [name, actions] : [name, ...(state.deleted ? [section] : facts), updated, actions]}
      rows={documents}
      rowKey={({ id }) => id}
      skeletonRows={6}
      sort={state.sort}
      onSortChange={(sort) =>
        onChange({ sort: sortFromText(sort === null ? undefined : sortToText(sort), documentSorts) })
      }
      {...(state.deleted ? {} : { onOpen: ({ id }: ProductDocument) => onChange({ open: id }) })}
      empty={empty}
    />
  )
}

function Named({ document, open }: { document: ProductDocument; open: boolean }) {
  const Icon = fileTypeIcons[document.fileType]
  return (
    <span className={classes.named} data-open={open || undefined}>
      <Icon aria-hidden="true" />
      <span className={classes.name}>
        <FileName name={document.fileName} />
      </span>
    </span>
  )
}
