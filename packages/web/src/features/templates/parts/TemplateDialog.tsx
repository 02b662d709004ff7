import { FileInput, TagsInput, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ApiError } from '@sheetwright/contract/api-error.ts'
import { categoryOf, extensionsFor } from '@sheetwright/contract/documents/file-types.ts'
import { longestTemplateDescription, type Template } from '@sheetwright/contract/templates/template.ts'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { errorText } from '../../../platform/messages/error-text.ts'
import { nameProblem } from '../../../platform/messages/name-problem.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'
import { unplacedFailure } from '../../../ui/feedback/unplaced-failure.ts'
import { useLeaveGuard } from '../../../ui/feedback/use-leave-guard.ts'
import { useSaveTemplate } from '../mutations.ts'
import { useTemplateCategories } from '../queries.ts'
import { templateDescription, templateName } from '../template-words.ts'

/** Adds or changes a template; without a new workbook it keeps its current one. */
export function TemplateDialog({ template, onClose }: { template: Template | undefined; onClose: () => void }) {
  const text = useText()
  const save = useSaveTemplate()
  const categories = useTemplateCategories()
  const form = useForm({
    initialValues: {
      name: template === undefined ? '' : templateName(text, template),
      categories: [...(template?.categories ?? [])],
      description: template === undefined ? '' : templateDescription(text, template),
      file: null as File | null,
    },
    validate: {
      name(name) {
        const problem = nameProblem(name)
        return problem === null ? null : text(problem)
      },
      file(file) {
        if (file === null) return template === undefined ? text('Template.fileMissing') : null
        return categoryOf(file.name) === 'Excel' ? null : text('EngineUpload.notAWorkbook', { name: file.name })
      },
    },
  })
  const guard = useLeaveGuard(form.isDirty())

  function submit(values: typeof form.values) {
    save.mutate(
      { id: template?.id, ...values },
      {
        onSuccess: () => {
          guard.release()
          onClose()
        },
        onError: (error) => {
          const code = error instanceof ApiError ? error.code : ''
          if (code === 'TEMPLATE_ALREADY_EXISTS') form.setFieldError('name', errorText(text, error))
          if (code === 'INVALID_FILE_TYPE') form.setFieldError('file', errorText(text, error))
        },
      },
    )
  }

  return (
    <FormDialog
      title={text(template === undefined ? 'Template.add' : 'Template.edit')}
      onClose={onClose}
      guard={guard}
      onSubmit={form.onSubmit(submit)}
      submitLabel={text(template === undefined ? 'Template.add' : 'Dialog.save')}
      submitting={save.isPending}
      failure={unplacedFailure(save.error, form.errors)}
    >
      <FileInput
        label={text('Template.file')}
        description={template === undefined ? undefined : text('Template.fileKept', { name: template.file.name })}
        required={template === undefined}
        accept={extensionsFor(['Excel']).join(',')}
        placeholder={text('EngineUpload.choose')}
        leftSection={<IconFileSpreadsheet />}
        clearable
        clearButtonProps={{ 'aria-label': text('FilterBar.clear') }}
        {...form.getInputProps('file')}
        onChange={(file) => {
          form.setFieldValue('file', file)
          if (file !== null && form.values.name === '') form.setFieldValue('name', file.name.replace(/\.[^.]*$/, ''))
        }}
      />
      <TextInput label={text('Template.name')} required {...form.getInputProps('name')} />
      <TagsInput
        label={text('Template.categories')}
        data={categories.data ?? []}
        maxTags={50}
        splitChars={[',']}
        {...form.getInputProps('categories')}
      />
      <Textarea
        label={text('Template.description')}
        autosize
        minRows={3}
        maxRows={8}
        maxLength={longestTemplateDescription}
        {...form.getInputProps('description')}
      />
    </FormDialog>
  )
}
