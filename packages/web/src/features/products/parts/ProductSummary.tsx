import { Button, Skeleton } from '@mantine/core'
import { longestSummary, type ProductDetail } from '@sheetwright/contract/products/product.ts'
import { IconPencil } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { useLeaveGuard } from '../../../ui/feedback/use-leave-guard.ts'
import { late } from '../../../ui/late.tsx'
import { Panel } from '../../../ui/page/Panel.tsx'
import { RichText } from '../../../ui/rich-text/RichText.tsx'
import { useUpdateProduct } from '../mutations.ts'
import { may } from '../product-access.ts'

/** Loaded on demand: the editor is large, and few readers edit. */
const RichTextEditor = late(async () => (await import('../../../ui/rich-text/RichTextEditor.tsx')).RichTextEditor)

/** The introduction of a product. */
export function ProductSummary({ product }: { product: ProductDetail }) {
  const text = useText()
  const [editing, setEditing] = useState(false)
  const isEmpty = product.summary === ''
  return (
    <>
      <Panel
        title={text('Summary.label')}
        note={isEmpty ? text('Summary.none') : undefined}
        actions={
          may('edit', product) && (
            <Button variant="subtle" size="compact-sm" leftSection={<IconPencil />} onClick={() => setEditing(true)}>
              {text('Summary.edit')}
            </Button>
          )
        }
      >
        {isEmpty ? undefined : <RichText html={product.summary} />}
      </Panel>
      {editing && <SummaryDialog product={product} onClose={() => setEditing(false)} />}
    </>
  )
}

function SummaryDialog({ product, onClose }: { product: ProductDetail; onClose: () => void }) {
  const text = useText()
  const update = useUpdateProduct(product.id)
  // The server refuses the save if somebody else changed it since.
  const [basedOn] = useState(product)
  const [html, setHtml] = useState(product.summary)
  const guard = useLeaveGuard(html !== basedOn.summary)
  const tooLong = html.length > longestSummary

  return (
    <FormDialog
      size="large"
      title={text('Summary.titleOf', { name: product.name })}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        update.mutate(
          { summary: html, updatedAt: basedOn.updatedAt },
          {
            onSuccess() {
              guard.release()
              toastSuccess(text('Summary.saved'))
              onClose()
            },
          },
        )
      }}
      submitLabel={text('Dialog.save')}
      submitting={update.isPending}
      submitDisabled={tooLong}
      failure={tooLong ? text('Field.tooLong', { limit: longestSummary }) : update.error}
      guard={guard}
    >
      <Suspense fallback={<Skeleton height="var(--sw-skeleton-block)" />}>
        <RichTextEditor label={text('Summary.label')} html={basedOn.summary} onChange={setHtml} />
      </Suspense>
    </FormDialog>
  )
}
