import { ActionIcon, Button, Group, Stack, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useText } from '../../../platform/messages/use-text.ts'
import type { PropertyValues } from '../properties-form.ts'

export interface PropertyListFieldProps {
  readonly properties: readonly PropertyValues[]
  readonly disabled: boolean
  readonly onChange: (properties: readonly PropertyValues[]) => void
}

/** Names and values that override those of the workbook. */
export function PropertyListField({ properties, disabled, onChange }: PropertyListFieldProps) {
  const text = useText()

  function change(index: number, part: Partial<PropertyValues>) {
    onChange(properties.map((property, at) => (at === index ? { ...property, ...part } : property)))
  }

  return (
    <Stack gap="sm">
      {properties.map(({ name, value }, index) => (
        // An unnamed property has no id, only its index.
        // oxlint-disable-next-line react/no-array-index-key
        <Group key={index} gap="sm" wrap="nowrap">
          <TextInput
            flex={1}
            aria-label={text('Properties.propertyName')}
            placeholder={text('Properties.propertyName')}
            value={name}
            disabled={disabled}
            onChange={(event) => change(index, { name: event.currentTarget.value })}
          />
          <TextInput
            flex={2}
            aria-label={text('Properties.propertyValue', { name })}
            placeholder={text('Port.value')}
            value={value}
            disabled={disabled}
            onChange={(event) => change(index, { value: event.currentTarget.value })}
          />
          {!disabled && (
            <ActionIcon
              aria-label={text('Properties.removeProperty', { name })}
              onClick={() => onChange(properties.filter((_, at) => at !== index))}
            >
              <IconTrash />
            </ActionIcon>
          )}
        </Group>
      ))}
      {!disabled && (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus />}
          onClick={() => onChange([...properties, { name: '', value: '' }])}
        >
          {text('Properties.addProperty')}
        </Button>
      )}
    </Stack>
  )
}
