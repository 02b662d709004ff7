import { Group, Textarea, TextInput } from '@mantine/core'
import { useText } from '../../../platform/messages/use-text.ts'
import { DayInput } from '../../../ui/DayInput.tsx'
import { CategoryField } from '../../categories/parts/CategoryField.tsx'
import type { ProductForm } from '../product-form.ts'

/** The form fields of a product, for creating and editing. */
export function ProductFields({ form }: { form: ProductForm }) {
  const text = useText()
  return (
    <>
      <TextInput
        label={text('Product.name')}
        description={text('Name.rule')}
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
      <CategoryField {...form.getInputProps('category')} />
      <Textarea
        label={text('Product.description')}
        autosize
        minRows={3}
        maxRows={8}
        {...form.getInputProps('description')}
      />
      <Group grow align="flex-start">
        <DayInput label={text('Product.startDate')} {...form.getInputProps('startDate')} />
        <DayInput label={text('Product.launchDate')} {...form.getInputProps('launchDate')} />
      </Group>
    </>
  )
}
