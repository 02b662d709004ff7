import { Checkbox, Select, Table, TextInput } from '@mantine/core'
import {
  type DescribedTable,
  longestName,
  type SqlColumn,
  type SqlColumnType,
  sqlColumnTypes,
} from '@sheetwright/contract/dml/dml.ts'
import type { MessageId } from '../../../platform/messages/load-messages.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { NumberTextInput } from '../../../ui/NumberTextInput.tsx'

const typeNames: Readonly<Record<SqlColumnType, MessageId>> = {
  text: 'DataLoad.type.text',
  integer: 'DataLoad.type.integer',
  decimal: 'DataLoad.type.decimal',
  float: 'DataLoad.type.float',
  boolean: 'DataLoad.type.boolean',
  date: 'DataLoad.type.date',
  datetime: 'DataLoad.type.datetime',
  time: 'DataLoad.type.time',
}

/** Names, types and key of one table. */
export function TableEditor({ table, onChange }: { table: DescribedTable; onChange: (table: DescribedTable) => void }) {
  const text = useText()

  function change(place: number, part: Partial<SqlColumn>) {
    const before = table.columns[place]
    const columns = table.columns.map((column, i) => (i === place ? { ...column, ...part } : column))
    const key = table.key.map((name) => (name === before?.name ? (part.name ?? name) : name))
    onChange({ ...table, columns, key })
  }

  function setKey({ name }: SqlColumn, place: number, isKey: boolean) {
    const wanted = new Set(table.key)
    if (isKey) wanted.add(name)
    else wanted.delete(name)
    const key = table.columns.map((column) => column.name).filter((one) => wanted.has(one))
    const columns = table.columns.map((column, i) => (i === place && isKey ? { ...column, nullable: false } : column))
    onChange({ ...table, columns, key })
  }

  return (
    <>
      <TextInput
        label={text('DataLoad.tableName')}
        maw={420}
        maxLength={longestName}
        value={table.name}
        onChange={(event) => onChange({ ...table, name: event.currentTarget.value })}
      />
      <Table.ScrollContainer minWidth={820} mt="sm">
        <Table
          withRowBorders={false}
          verticalSpacing={4}
          aria-label={text('DataLoad.columnsOf', { name: table.source })}
        >
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{text('DataLoad.heading')}</Table.Th>
              <Table.Th>{text('DataLoad.columnName')}</Table.Th>
              <Table.Th>{text('DataLoad.columnType')}</Table.Th>
              <Table.Th>{text('DataLoad.size')}</Table.Th>
              <Table.Th>{text('DataLoad.scale')}</Table.Th>
              <Table.Th>{text('DataLoad.nullable')}</Table.Th>
              <Table.Th>{text('DataLoad.key')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {table.columns.map((column, place) => {
              const of = (name: MessageId) => text('DataLoad.of', { what: text(name), heading: column.heading })
              const isDecimal = column.type === 'decimal'
              const size = isDecimal ? column.precision : column.type === 'text' ? column.length : null
              return (
                <Table.Tr key={column.heading}>
                  <Table.Td>{column.heading}</Table.Td>
                  <Table.Td>
                    <TextInput
                      size="xs"
                      aria-label={of('DataLoad.columnName')}
                      maxLength={longestName}
                      value={column.name}
                      onChange={(event) => change(place, { name: event.currentTarget.value })}
                    />
                  </Table.Td>
                  <Table.Td>
                    <Select
                      size="xs"
                      w={150}
                      aria-label={of('DataLoad.columnType')}
                      allowDeselect={false}
                      data={sqlColumnTypes.map((type) => ({ value: type, label: text(typeNames[type]) }))}
                      value={column.type}
                      onChange={(type) =>
                        change(place, {
                          type: type as SqlColumnType,
                          length: null,
                          precision: type === 'decimal' ? 18 : null,
                          scale: type === 'decimal' ? 6 : null,
                        })
                      }
                    />
                  </Table.Td>
                  <Table.Td>
                    <NumberTextInput
                      whole
                      size="xs"
                      w={96}
                      aria-label={of('DataLoad.size')}
                      disabled={!isDecimal && column.type !== 'text'}
                      min={1}
                      max={isDecimal ? 38 : 1_000_000_000}
                      placeholder={column.type === 'text' ? text('DataLoad.unlimited') : ''}
                      value={size ?? ''}
                      onNumber={(number) => change(place, isDecimal ? { precision: number } : { length: number })}
                    />
                  </Table.Td>
                  <Table.Td>
                    <NumberTextInput
                      whole
                      size="xs"
                      w={80}
                      aria-label={of('DataLoad.scale')}
                      disabled={!isDecimal}
                      min={0}
                      max={38}
                      value={column.scale ?? ''}
                      onNumber={(scale) => change(place, { scale })}
                    />
                  </Table.Td>
                  <Table.Td>
                    <Checkbox
                      aria-label={of('DataLoad.nullable')}
                      checked={column.nullable}
                      disabled={table.key.includes(column.name)}
                      onChange={(event) => change(place, { nullable: event.currentTarget.checked })}
                    />
                  </Table.Td>
                  <Table.Td>
                    <Checkbox
                      aria-label={of('DataLoad.key')}
                      checked={table.key.includes(column.name)}
                      onChange={(event) => setKey(column, place, event.currentTarget.checked)}
                    />
                  </Table.Td>
                </Table.Tr>
              )
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </>
  )
}
