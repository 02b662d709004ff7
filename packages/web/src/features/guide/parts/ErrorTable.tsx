import { Table } from '@mantine/core'
import { errorStatus } from '@sheetwright/contract/error-codes.ts'
import type { MessageId } from '../../../platform/messages/load-messages.ts'
import { useText } from '../../../platform/messages/use-text.ts'

/** Every error code of the API with its status and what it means. */
export function ErrorTable() {
  const text = useText()
  return (
    <Table.ScrollContainer minWidth={0}>
      <Table verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{text('Guide.code')}</Table.Th>
            <Table.Th style={{ whiteSpace: 'nowrap' }}>{text('Guide.status')}</Table.Th>
            <Table.Th>{text('Guide.meaning')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {Object.entries(errorStatus).map(([code, status]) => (
            <Table.Tr key={code} id={code}>
              <Table.Td className="mono">{code}</Table.Td>
              <Table.Td>{status}</Table.Td>
              <Table.Td>{text(`Error.${code}` as MessageId)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
