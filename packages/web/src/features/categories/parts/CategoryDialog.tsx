import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type Category, type CategoryIcon, categoryKey } from '@sheetwright/contract/categories/category.ts'
import { errorText } from '../../../platform/messages/error-text.ts'
import { nameProblem } from '../../../platform/messages/name-problem.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { useSaveCategory } from '../mutations.ts'
import { IconChoice } from './IconChoice.tsx'

export interface CategoryDialogProps {
  /** Undefined for a new category. */
  readonly category: Category | undefined
  readonly taken: readonly string[]
  readonly onClose: () => void
}

/** Creates or changes a category. The key of an existing one is fixed, because products refer to it. */
export function CategoryDialog({ category, taken, onClose }: CategoryDialogProps) {
  const text = useText()
  const save = useSaveCategory()
  const form = useForm<{ key: string; value: string; icon: CategoryIcon | null }>({
    initialValues: { key: category?.key ?? '', value: category?.value ?? '', icon: category?.icon ?? null },
    validate: {
      key(key) {
        if (category !== undefined) return null
        const problem = nameProblem(key)
        if (problem !== null) return text(problem)
        if (!categoryKey.safeParse(key).success) return text('Categories.keyComma')
        const same = taken.some((one) => one.toLowerCase() === key.trim().toLowerCase())
        return same ? text('Categories.keyTaken') : null
      },
      value(value) {
        if (value.trim() === '') return category === undefined ? null : text('Name.required')
        return value.trim().length > 120 ? text('Field.tooLong', { limit: 120 }) : null
      },
    },
  })

  function submit({ key, value, icon }: typeof form.values) {
    save.mutate(
      { key, icon, ...(value.trim() === '' ? {} : { value }) },
      {
        onSuccess(saved) {
          toastSuccess(text('Categories.saved', { name: saved.value }))
          onClose()
        },
        onError: (error) => form.setFieldError(category === undefined ? 'key' : 'value', errorText(text, error)),
      },
    )
  }

  return (
    <FormDialog
      size="small"
      title={text(category === undefined ? 'Categories.newTitle' : 'Categories.editTitle')}
      onClose={onClose}
      onSubmit={form.onSubmit(submit)}
      submitLabel={text('Categories.save')}
      submitting={save.isPending}
    >
      {category === undefined && (
        <TextInput
          label={text('Categories.key')}
          description={text('Categories.keyRule')}
          required
          data-autofocus
          {...form.getInputProps('key')}
        />
      )}
      <TextInput
        label={text('Categories.name')}
        required={category !== undefined}
        placeholder={form.values.key}
        data-autofocus={category !== undefined || undefined}
        {...form.getInputProps('value')}
      />
      <IconChoice value={form.values.icon} onChange={(icon) => form.setFieldValue('icon', icon)} />
    </FormDialog>
  )
}
