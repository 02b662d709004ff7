import { ActionIcon, Button, Checkbox, Fieldset, Group, Select, Stack, Table, TextInput } from '@mantine/core'
import { type PolicyEncoding, policyEncodings, type PolicyLayout } from '@sheetwright/contract/ingenium/mapping.ts'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useText } from '../../../platform/messages/use-text.ts'
import { NumberTextInput } from '../../../ui/NumberTextInput.tsx'
import { inFormat } from '../draft-mapping.ts'

interface LayoutFormProps {
  readonly label: string
  readonly layout: PolicyLayout
  readonly onChange: (layout: PolicyLayout) => void
}

/** The layout of a file: its format and its fields. */
export function LayoutForm({ label, layout, onChange }: LayoutFormProps) {
  const text = useText()
  return (
    <Fieldset variant="unstyled" aria-label={label}>
      <Stack gap="sm">
        <Group align="flex-end" gap="sm">
          <Select
            label={text('Policies.format')}
            w={150}
            allowDeselect={false}
            data={[
              { value: 'csv', label: 'CSV' },
              { value: 'fixed', label: text('Policies.format.fixed') },
              { value: 'xml', label: 'XML' },
            ]}
            value={layout.format}
            onChange={(format) => format !== null && onChange(inFormat(layout, format))}
          />
          <Select
            label={text('Policies.encoding')}
            w={150}
            allowDeselect={false}
            data={[...policyEncodings]}
            value={layout.encoding}
            onChange={(encoding) => onChange({ ...layout, encoding: encoding as PolicyEncoding })}
          />
          <FormatSettings layout={layout} onChange={onChange} />
        </Group>
        <Fields label={label} layout={layout} onChange={onChange} />
      </Stack>
    </Fieldset>
  )
}

function FormatSettings({ layout, onChange }: Omit<LayoutFormProps, 'label'>) {
  const text = useText()
  if (layout.format === 'csv') {
    return (
      <>
        <TextInput
          label={text('Policies.delimiter')}
          w={100}
          maxLength={1}
          value={layout.delimiter === '\t' ? '' : layout.delimiter}
          placeholder={layout.delimiter === '\t' ? text('Policies.tab') : ''}
          onChange={(event) => onChange({ ...layout, delimiter: event.currentTarget.value || '\t' })}
        />
        <TextInput
          label={text('Policies.quote')}
          w={100}
          maxLength={1}
          value={layout.quote}
          onChange={(event) => onChange({ ...layout, quote: event.currentTarget.value })}
        />
        <Checkbox
          label={text('Policies.header')}
          mb="xs"
          checked={layout.header}
          onChange={(event) => onChange({ ...layout, header: event.currentTarget.checked })}
        />
      </>
    )
  }
  if (layout.format === 'fixed') {
    return (
      <NumberTextInput
        whole
        label={text('Policies.recordLength')}
        placeholder={text('Policies.lines')}
        w={170}
        min={1}
        max={1_000_000}
        value={layout.recordLength ?? ''}
        onNumber={(recordLength) => onChange({ ...layout, recordLength })}
      />
    )
  }
  return (
    <>
      <TextInput
        label={text('Policies.root')}
        w={150}
        value={layout.root}
        onChange={(event) => onChange({ ...layout, root: event.currentTarget.value })}
      />
      <TextInput
        label={text('Policies.recordElement')}
        w={150}
        value={layout.record}
        onChange={(event) => onChange({ ...layout, record: event.currentTarget.value })}
      />
    </>
  )
}

function Fields({ label, layout, onChange }: LayoutFormProps) {
  const text = useText()
  const change = (place: number, part: object) => {
    const fields = layout.fields.map((field, i) => (i === place ? { ...field, ...part } : field))
    onChange({ ...layout, fields } as PolicyLayout)
  }
  const add = () => {
    const last = layout.format === 'fixed' ? layout.fields.at(-1) : undefined
    const name = text('Policies.newField', { number: layout.fields.length + 1 })
    const start = last === undefined ? 1 : last.start + last.length
    const field = {
      csv: { name },
      fixed: { name, start, length: 20, type: 'text', decimals: 0 },
      xml: { name, element: `field${layout.fields.length + 1}` },
    }[layout.format]
    onChange({ ...layout, fields: [...layout.fields, field] } as PolicyLayout)
  }
  return (
    <>
      <Table.ScrollContainer minWidth={layout.format === 'fixed' ? 760 : 420}>
        <Table verticalSpacing={4} withRowBorders={false} aria-label={text('Policies.fieldsOf', { layout: label })}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{text('Policies.field')}</Table.Th>
              {layout.format === 'fixed' && (
                <>
                  <Table.Th>{text('Policies.start')}</Table.Th>
                  <Table.Th>{text('Policies.length')}</Table.Th>
                  <Table.Th>{text('Policies.fieldType')}</Table.Th>
                  <Table.Th>{text('Policies.decimals')}</Table.Th>
                </>
              )}
              {layout.format === 'xml' && <Table.Th>{text('Policies.element')}</Table.Th>}
              <Table.Th>
                <span className="visually-hidden">{text('Product.actionsColumn')}</span>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {layout.fields.map((field, place) => {
              const of = (what: string) => text('Policies.inRow', { what, row: place + 1 })
              return (
                // Names change while typing and need not be unique, so the index is the key; with the count, so that what
                // was typed into a row and is no value does not stay for the one that takes its place.
                // oxlint-disable-next-line react/no-array-index-key -- rows have no identity of their own
                <Table.Tr key={`${place} of ${layout.fields.length}`}>
                  <Table.Td>
                    <TextInput
                      size="xs"
                      aria-label={of(text('Policies.field'))}
                      maxLength={120}
                      value={field.name}
                      onChange={(event) => change(place, { name: event.currentTarget.value })}
                    />
                  </Table.Td>
                  {'start' in field && (
                    <>
                      {(['start', 'length'] as const).map((part) => (
                        <Table.Td key={part}>
                          <NumberTextInput
                            whole
                            size="xs"
                            w={96}
                            min={1}
                            aria-label={of(text(part === 'start' ? 'Policies.start' : 'Policies.length'))}
                            value={field[part]}
                            onNumber={(value) => value !== null && change(place, { [part]: value })}
                          />
                        </Table.Td>
                      ))}
                      <Table.Td>
                        <Select
                          size="xs"
                          w={140}
                          allowDeselect={false}
                          aria-label={of(text('Policies.fieldType'))}
                          data={[
                            { value: 'text', label: text('Policies.type.text') },
                            { value: 'packed', label: text('Policies.type.packed') },
                            { value: 'zoned', label: text('Policies.type.zoned') },
                          ]}
                          value={field.type}
                          onChange={(type) => change(place, { type })}
                        />
                      </Table.Td>
                      <Table.Td>
                        <NumberTextInput
                          whole
                          size="xs"
                          w={80}
                          min={0}
                          max={30}
                          disabled={field.type === 'text'}
                          aria-label={of(text('Policies.decimals'))}
                          value={field.decimals}
                          onNumber={(decimals) => decimals !== null && change(place, { decimals })}
                        />
                      </Table.Td>
                    </>
                  )}
                  {'element' in field && (
                    <Table.Td>
                      <TextInput
                        size="xs"
                        aria-label={of(text('Policies.element'))}
                        value={field.element}
                        onChange={(event) => change(place, { element: event.currentTarget.value })}
                      />
                    </Table.Td>
                  )}
                  <Table.Td>
                    <ActionIcon
                      size="sm"
                      disabled={layout.fields.length === 1}
                      aria-label={of(text('Policies.remove'))}
                      onClick={() =>
                        onChange({ ...layout, fields: layout.fields.filter((_, i) => i !== place) } as PolicyLayout)
                      }
                    >
                      <IconTrash />
                    </ActionIcon>
                  </Table.Td>
                </Table.Tr>
              )
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Group>
        <Button variant="default" size="xs" leftSection={<IconPlus />} onClick={add}>
          {text('Policies.addField')}
        </Button>
      </Group>
    </>
  )
}
