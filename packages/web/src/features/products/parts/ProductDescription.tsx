import { Button, Group, Text, Textarea } from '@mantine/core'
import type { Product } from '@sheetwright/contract/products/product.ts'
import { IconPencil } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { errorText } from '../../../platform/messages/error-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { useLeaveGuard } from '../../../ui/feedback/use-leave-guard.ts'
import { Panel } from '../../../ui/page/Panel.tsx'
import { useUpdateProduct } from '../mutations.ts'
import { may } from '../product-access.ts'
import classes from './ProductDescription.module.css'

const longest = 4000

/** The description, edited in place. */
export function ProductDescription({ product }: { product: Product }) {
  const text = useText()
  const update = useUpdateProduct(product.id)
  const [edit, setEdit] = useState<{ draft: string; basedOn: string }>()
  const draft = edit?.draft
  const field = useRef<HTMLTextAreaElement>(null)
  const editing = draft !== undefined
  useEffect(() => {
    if (editing) field.current?.focus()
  }, [editing])
  const guard = useLeaveGuard(draft !== undefined && draft !== product.description && !update.isPending)

  async function cancel() {
    if (!(await guard.mayLeave())) return
    setEdit(undefined)
    update.reset()
  }

  if (edit === undefined || draft === undefined) {
    const isEmpty = product.description === ''
    return (
      <Panel
        title={text('Product.description')}
        note={isEmpty ? text('Product.noDescription') : undefined}
        actions={
          may('edit', product) && (
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconPencil />}
              // The server refuses the save if somebody else changed it since.
              onClick={() => setEdit({ draft: product.description, basedOn: product.updatedAt })}
            >
              {text('Product.editDescription')}
            </Button>
          )
        }
      >
        {isEmpty ? undefined : <Text className={classes.text ?? ''}>{product.description}</Text>}
      </Panel>
    )
  }

  const tooLong = draft.length > longest ? text('Field.tooLong', { limit: longest }) : undefined
  return (
    <Panel title={text('Product.description')}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (tooLong !== undefined) return
          update.mutate({ description: draft, updatedAt: edit.basedOn }, { onSuccess: () => setEdit(undefined) })
        }}
      >
        <Textarea
          aria-label={text('Product.description')}
          autosize
          ref={field}
          minRows={4}
          maxRows={16}
          value={draft}
          error={tooLong ?? (update.isError ? errorText(text, update.error) : undefined)}
          onChange={(event) => setEdit({ ...edit, draft: event.currentTarget.value })}
          onKeyDown={(event) => {
            if (event.key === 'Escape') void cancel()
          }}
        />
        <Group gap="sm" justify="flex-end">
          <Button variant="default" size="xs" onClick={() => void cancel()}>
            {text('Dialog.cancel')}
          </Button>
          <Button type="submit" size="xs" loading={update.isPending}>
            {text('Dialog.save')}
          </Button>
        </Group>
      </form>
    </Panel>
  )
}
