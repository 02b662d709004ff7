import { Checkbox, Group, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { documentFileTypes, type ProductFileType } from '@sheetwright/contract/documents/file-types.ts'
import { everyFileType, type Section } from '@sheetwright/contract/documents/section.ts'
import { ApiError } from '@sheetwright/contract/api-error.ts'
import { errorText } from '../../../platform/messages/error-text.ts'
import { nameProblem } from '../../../platform/messages/name-problem.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'
import { unplacedFailure } from '../../../ui/feedback/unplaced-failure.ts'
import { fileTypeNames } from '../file-type-looks.ts'
import { useCreateSection, useUpdateSection } from '../mutations.ts'

export interface SectionDialogProps {
  readonly product: string
  /** Undefined for a new section. */
  readonly section: Section | undefined
  readonly onClose: () => void
  readonly onSaved: (name: string) => void
}

/** Documents of these types, and tutorials of the product. */
const offeredTypes = [...documentFileTypes, 'Tutorial'] as const

interface Values {
  readonly name: string
  readonly fileTypes: ProductFileType[]
}

/** Creates a section, or changes its name and file types. */
export function SectionDialog({ product, section, onClose, onSaved }: SectionDialogProps) {
  const text = useText()
  const create = useCreateSection(product)
  const update = useUpdateSection(product)
  const form = useForm<Values>({
    initialValues: { name: section?.name ?? '', fileTypes: section?.fileTypes ?? [...everyFileType] },
    validate: {
      name(name) {
        const problem = nameProblem(name)
        return problem === null ? null : text(problem)
      },
      fileTypes: (types) => (types.length === 0 ? text('SectionDialog.noType') : null),
    },
  })

  function submit(values: Values) {
    const done = { onSuccess: () => onSaved(values.name.trim()), onError: showFailure }
    // HTM is another name for HTML: a section takes both or neither.
    const types = values.fileTypes.filter((type) => type !== 'HTM')
    const fileTypes: ProductFileType[] = types.includes('HTML') ? [...types, 'HTM'] : types
    if (section === undefined) create.mutate({ name: values.name, fileTypes }, done)
    else update.mutate({ section, change: { name: values.name, fileTypes } }, done)
  }

  function showFailure(error: Error) {
    if (!(error instanceof ApiError)) return
    if (error.code === 'SECTION_ALREADY_EXISTS') form.setFieldError('name', errorText(text, error))
    if (error.code === 'INVALID_FILE_TYPE') form.setFieldError('fileTypes', text('SectionDialog.typeInUse'))
  }

  return (
    <FormDialog
      size="small"
      title={text(section === undefined ? 'SectionDialog.new' : 'SectionDialog.edit')}
      onClose={onClose}
      onSubmit={form.onSubmit(submit)}
      submitLabel={text(section === undefined ? 'SectionDialog.create' : 'Dialog.save')}
      submitting={create.isPending || update.isPending}
      failure={unplacedFailure(create.error ?? update.error, form.errors)}
    >
      <TextInput
        label={text('SectionDialog.name')}
        description={text('Name.rule')}
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Checkbox.Group label={text('SectionDialog.types')} {...form.getInputProps('fileTypes')}>
        <Group gap="lg" mt="sm">
          {offeredTypes.map((type) => (
            <Checkbox key={type} value={type} label={text(fileTypeNames[type])} />
          ))}
        </Group>
      </Checkbox.Group>
    </FormDialog>
  )
}
