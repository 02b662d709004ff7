import { Skeleton } from '@mantine/core'
import type { DocumentPreview as Preview } from '@sheetwright/contract/documents/get-document-content.ts'
import type { ProductDocument } from '@sheetwright/contract/documents/document.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { FailureState } from '../../../ui/FailureState.tsx'
import { type DocumentPlace, usePreview, useShownContent } from '../queries.ts'
import classes from './DocumentPreview.module.css'
import { HtmlPreview } from './HtmlPreview.tsx'
import { NoPreview } from './NoPreview.tsx'
import { TextPreview } from './TextPreview.tsx'
import { useBlobSource } from './use-blob-source.ts'

export interface DocumentPreviewProps {
  readonly product: string
  readonly document: ProductDocument
  readonly version: number
  readonly onDownload: () => void
}

/** The preview of a document: pictures and PDFs as they are, HTML in a sandboxed frame, the rest as text. */
export function DocumentPreview({ product, document, version, onDownload }: DocumentPreviewProps) {
  const text = useText()
  const place: DocumentPlace = { product, document: document.id, version }
  const preview = usePreview(place)
  if (preview.isPending) return <Skeleton className={classes.wait ?? ''} aria-label={text('Loading.label')} />
  if (preview.isError) return <FailureState error={preview.error} onRetry={() => void preview.refetch()} />
  return (
    <>
      {'shortened' in preview.data && preview.data.shortened && (
        <p className={classes.note}>{text('Preview.shortened')}</p>
      )}
      <Shown preview={preview.data} place={place} document={document} onDownload={onDownload} />
    </>
  )
}

interface ShownProps {
  readonly preview: Preview
  readonly place: DocumentPlace
  readonly document: ProductDocument
  readonly onDownload: () => void
}

function Shown({ preview, place, document, onDownload }: ShownProps) {
  switch (preview.kind) {
    case 'image':
      return <Picture place={place} name={document.fileName} />
    case 'pdf':
      return <Pdf place={place} name={document.fileName} />
    case 'html':
      return <HtmlPreview html={preview.html} name={document.fileName} />
    case 'text':
      return <TextPreview parts={preview.parts} fileType={document.fileType} />
    case 'none':
      return <NoPreview reason={preview.reason} onDownload={onDownload} />
  }
}

function Picture({ place, name }: { place: DocumentPlace; name: string }) {
  const content = useShownContent(place)
  const source = useBlobSource(content.data, content.data?.type ?? '')
  if (content.isError) return <FailureState error={content.error} onRetry={() => void content.refetch()} />
  if (content.isPending) return <Skeleton className={classes.wait ?? ''} />
  return <img ref={source} className={classes.picture} alt={name} />
}

/** The browser's own viewer. The type is set here, so that the bytes are never taken for a page. */
function Pdf({ place, name }: { place: DocumentPlace; name: string }) {
  const text = useText()
  const content = useShownContent(place)
  const source = useBlobSource(content.data, 'application/pdf', '#navpanes=0&view=FitH')
  if (content.isError) return <FailureState error={content.error} onRetry={() => void content.refetch()} />
  if (content.isPending) return <Skeleton className={classes.wait ?? ''} />
  // A sandbox would stop the browser's viewer from starting; the frame holds nothing but the viewer.
  // oxlint-disable-next-line react/iframe-missing-sandbox
  return <iframe ref={source} className={classes.frame} title={text('Preview.of', { name })} />
}
