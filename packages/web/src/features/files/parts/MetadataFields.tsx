import { ActionIcon, Button, Group, Stack, Text, TextInput, Tooltip } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type Text as Texts, useText } from '../../../platform/messages/use-text.ts'

const longest = { name: 60, value: 500 }
const most = 30

export interface Fact {
  readonly key: string
  readonly name: string
  readonly value: string
}

const newFact = (name = '', value = ''): Fact => ({ key: crypto.randomUUID(), name, value })

export function factsOf(metadata: Readonly<Record<string, string>>): Fact[] {
  return Object.entries(metadata).map(([name, value]) => newFact(name, value))
}

export function metadataOf(facts: readonly Fact[]): Record<string, string> {
  return Object.fromEntries(facts.map(({ name, value }) => [name.trim(), value.trim()]))
}

/** Validates an entry of the metadata, for its form. */
export function factProblems(text: Texts) {
  return {
    name: (name: string, { facts }: { facts: readonly Fact[] }) => {
      if (name.trim() === '') return text('Metadata.nameMissing')
      if (name.trim().length > longest.name) return text('Field.tooLong', { limit: longest.name })
      return facts.filter((fact) => fact.name.trim() === name.trim()).length > 1 ? text('Metadata.nameTwice') : null
    },
    value: (value: string) =>
      value.trim().length > longest.value ? text('Field.tooLong', { limit: longest.value }) : null,
  }
}

export interface MetadataFieldsProps {
  readonly facts: readonly Fact[]
  readonly fieldProps: (index: number, field: 'name' | 'value') => object
  readonly onAdd: (fact: Fact) => void
  readonly onRemove: (index: number) => void
}

/** Edits any number of names with values. */
export function MetadataFields({ facts, fieldProps, onAdd, onRemove }: MetadataFieldsProps) {
  const text = useText()
  return (
    <Stack gap="sm">
      <Text size="sm" fw={500}>
        {text('Document.metadata')}
      </Text>
      {facts.map((fact, index) => (
        <Group key={fact.key} gap="sm" align="flex-start" wrap="nowrap">
          <TextInput
            flex={2}
            aria-label={text('Metadata.name')}
            placeholder={text('Metadata.name')}
            {...fieldProps(index, 'name')}
          />
          <TextInput
            flex={3}
            aria-label={text('Metadata.value')}
            placeholder={text('Metadata.value')}
            {...fieldProps(index, 'value')}
          />
          <Tooltip label={text('Metadata.remove')}>
            <ActionIcon aria-label={text('Metadata.removeOf', { name: fact.name })} onClick={() => onRemove(index)}>
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
          onClick={() => onAdd(newFact())}
        >
          {text('Metadata.add')}
        </Button>
      </Group>
    </Stack>
  )
}
