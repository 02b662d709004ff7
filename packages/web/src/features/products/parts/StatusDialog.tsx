import { Text, Textarea } from '@mantine/core'
import {
  longestReason,
  type Product,
  type ProductStatus,
  statusChanges,
} from '@sheetwright/contract/products/product.ts'
import { useState } from 'react'
import type { MessageId } from '../../../platform/messages/load-messages.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { useChangeStatus } from '../mutations.ts'
import { statusAction } from '../status-words.ts'

const consequences: Readonly<Record<ProductStatus, MessageId>> = {
  Design: 'Status.toDesign.text',
  Production: 'Status.toProduction.text',
  Archive: 'Status.toArchive.text',
}

export interface StatusDialogProps {
  readonly product: Product
  readonly to: ProductStatus
  readonly onClose: () => void
}

/** Explains the change of status, asks for a reason if one is required, and for confirmation. */
export function StatusDialog({ product, to, onClose }: StatusDialogProps) {
  const text = useText()
  const change = useChangeStatus()
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const reasonNeeded = statusChanges[product.status].some((each) => each.to === to && each.reasonNeeded)
  const { name } = product

  function submit() {
    if (reasonNeeded && reason.trim() === '') return setMissing(true)
    const done = text(statusAction(product.status, to).done, { name })
    change.mutate({ product, to, reason: reason.trim() }, { onSuccess: () => toastSuccess(done) })
    onClose()
  }

  const tooLong = reason.length > longestReason ? text('Field.tooLong', { limit: longestReason }) : undefined
  return (
    <FormDialog
      size="confirm"
      title={text(statusAction(product.status, to).label)}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      submitLabel={text(statusAction(product.status, to).confirm, { name })}
      submitDisabled={tooLong !== undefined}
      submitFocused={!reasonNeeded}
    >
      <Text>{text(consequences[to], { name })}</Text>
      {reasonNeeded && (
        <Textarea
          label={text('Status.reason')}
          description={text('Status.reasonRule')}
          required
          autosize
          minRows={2}
          maxRows={6}
          data-autofocus
          value={reason}
          error={tooLong ?? (missing ? text('Status.reasonMissing') : undefined)}
          onChange={(event) => {
            setMissing(false)
            setReason(event.currentTarget.value)
          }}
        />
      )}
    </FormDialog>
  )
}
