import { Select } from '@mantine/core'
import type { Template } from '@sheetwright/contract/templates/template.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'
import { useProductSearch } from '../../products/queries.ts'
import { templateName } from '../template-words.ts'

/** Chooses the product of the new engine; the upload continues there. */
export function UseTemplateDialog({ template, onClose }: { template: Template; onClose: () => void }) {
  const text = useText()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [productId, setProductId] = useState<string | null>(null)
  // The search takes a percent sign literally; a blank matches every name.
  const products = useProductSearch(typed === '' ? ' ' : typed)
  const choices = products.data?.items.filter(({ access }) => access !== 'view') ?? []
  return (
    <FormDialog
      size="small"
      title={text('Template.useTitle', { name: templateName(text, template) })}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        if (productId === null) return
        void navigate({
          to: '/products/$productId',
          params: { productId },
          search: { upload: 'true', template: template.id },
        })
      }}
      submitLabel={text('Template.use')}
      submitDisabled={productId === null}
    >
      <Select
        label={text('Template.product')}
        description={text('Template.productAbout')}
        data={choices.map(({ id, name }) => ({ value: id, label: name }))}
        filter={({ options }) => options}
        value={productId}
        onChange={setProductId}
        searchValue={typed}
        onSearchChange={setTyped}
        searchable
        required
        nothingFoundMessage={text('Catalogue.noMatch.title')}
        data-autofocus
      />
    </FormDialog>
  )
}
