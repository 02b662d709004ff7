import { ActionIcon, Button, Group, Stack, Text, TextInput, Tooltip } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ProductDocument } from '@sheetwright/contract/documents/document.ts'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { FormDialog } from '../../../ui/feedback/FormDialog.tsx'
import { toastSuccess } from '../../../ui/feedback/toasts.tsx'
import { useLeaveGuard } from '../../../ui/feedback/use-leave-guard.ts'
import { useSaveMetadata } from '../mutations.ts'

const longest = { name: 60, value: 500 }
const most = 30

interface Fact {
  readonly key: string
  readonly name: string
  readonly value: string
}

const newFact = (name = '', value = ''): Fact => ({ key: crypto.randomUUID(), name, value })

/** The metadata of a document: any number of names with values. */
export function MetadataDialog(props: { product: string; document: ProductDocument; onClose: () => void }) {
  const { product, document, onClose } = props
  const text = useText()
  const save = useSaveMetadata(product, document)
  // The server refuses the save if somebody else changed it since.
  const [basedOn] = useState(document.updatedAt)
  const form = useForm<{ facts: Fact[] }>({
    initialValues: { facts: Object.entries(document.metadata).map(([name, value]) => newFact(name, value)) },
    validate: {
      facts: {
        name: (name, { facts }) => {
          if (name.trim() === '') return text('Metadata.nameMissing')
          if (name.trim().length > longest.name) return text('Field.tooLong', { limit: longest.name })
          const same = facts.filter((fact) => fact.name.trim() === name.trim())
          return same.length > 1 ? text('Metadata.nameTwice') : null
        },
        value: (value) =>
          value.trim().length > longest.value ? text('Field.tooLong', { limit: longest.value }) : null,
      },
    },
  })
  const guard = useLeaveGuard(form.isDirty())
  const { facts } = form.getValues()

  function submit(values: { facts: Fact[] }) {
    const metadata = Object.fromEntries(values.facts.map(({ name, value }) => [name.trim(), value.trim()]))
    save.mutate(
      { metadata, updatedAt: basedOn },
      {
        onSuccess() {
          guard.release()
          toastSuccess(text('Metadata.saved', { name: document.fileName }))
          onClose()
        },
      },
    )
  }

  return (
    <FormDialog
      title={text('Metadata.titleOf', { name: document.fileName })}
      onClose={onClose}
      onSubmit={form.onSubmit(submit)}
      submitLabel={text('Dialog.save')}
      submitting={save.isPending}
      failure={save.error}
      guard={guard}
    >
      <Stack gap="sm">
        {facts.length === 0 && (
          <Text size="sm" c="dimmed">
            {text('Metadata.none')}
          </Text>
        )}
        {facts.map((fact, index) => (
          <Group key={fact.key} gap="sm" align="flex-start" wrap="nowrap">
            <TextInput
              flex={2}
              aria-label={text('Metadata.name')}
              placeholder={text('Metadata.name')}
              {...form.getInputProps(`facts.${index}.name`)}
            />
            <TextInput
              flex={3}
              aria-label={text('Metadata.value')}
              placeholder={text('Metadata.value')}
              {...form.getInputProps(`facts.${index}.value`)}
            />
            <Tooltip label={text('Metadata.remove')}>
              <ActionIcon
                aria-label={text('Metadata.removeOf', { name: fact.name })}
                onClick={() => form.removeListItem('facts', index)}
              >
                <IconTrash />
              </ActionIcon>
            </Tooltip>
          </Group>
        ))}
        <Group>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus />}
            disabled={facts.length >= most}
            onClick={() => form.insertListItem('facts', newFact())}
          >
            {text('Metadata.add')}
          </Button>
        </Group>
      </Stack>
    </FormDialog>
  )
}
