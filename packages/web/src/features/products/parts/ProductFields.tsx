import { Alert, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { errorText } from '../../../platform/messages/error-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { CategoryField } from '../../categories/parts/CategoryField.tsx'
import type { ProductForm } from '../product-form.ts'

/** The fields of a product, for making one and for changing it. */
export function ProductFields({ form, failure }: { form: ProductForm; failure: Error | null }) {
  const text = useText()
  const unplaced = failure !== null && Object.keys(form.errors).length === 0
  return (
    <Stack gap="lg">
      {unplaced && (
        <Alert color="red" icon={<IconAlertTriangle />} role="alert">
          {errorText(text, failure)}
        </Alert>
      )}
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
        <TextInput type="date" label={text('Product.startDate')} {...form.getInputProps('startDate')} />
        <TextInput type="date" label={text('Product.launchDate')} {...form.getInputProps('launchDate')} />
      </Group>
    </Stack>
  )
}
