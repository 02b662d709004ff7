import { Alert, Table, Text } from '@mantine/core'
import type { TestResult } from '@sheetwright/contract/test-beds/test-run.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useText } from '../../../platform/messages/use-text.ts'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { exactText } from '../../../ui/value-text.ts'
import { CaseChip } from './RunChips.tsx'

/** One case: what it was given, what it gave, what was expected. */
export function ResultDialog({ result, onClose }: { result: TestResult; onClose: () => void }) {
  const text = useText()
  const outputs = [...new Set([...Object.keys(result.outputs ?? {}), ...Object.keys(result.expected ?? {})])]
  return (
    <Dialog
      opened
      onClose={onClose}
      size="large"
      title={
        result.name === ''
          ? text('Tests.caseNumber', { number: result.number })
          : text('Tests.caseNamed', { number: result.number, name: result.name })
      }
    >
      <CaseChip status={result.status} />
      {result.errors.map(({ key, message }) => (
        <Alert key={key + message} color="red" icon={<IconAlertTriangle />} mt="sm">
          {key === '' ? message : `${key}: ${message}`}
        </Alert>
      ))}
      <Table mt="md" aria-label={text('Tests.outputs')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{text('Tests.output')}</Table.Th>
            <Table.Th>{text('Tests.actual')}</Table.Th>
            <Table.Th>{text('Tests.expected')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {outputs.map((name) => (
            <Table.Tr key={name}>
              <Table.Td>
                {name}
                {result.differing.includes(name) && (
                  <Text component="span" size="xs" c="var(--sw-fail)">
                    {' '}
                    ≠
                  </Text>
                )}
              </Table.Td>
              <Table.Td className="mono">{exactText(result.outputs?.[name])}</Table.Td>
              <Table.Td className="mono">{exactText(result.expected?.[name])}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Table mt="md" aria-label={text('Tests.inputs')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{text('Tests.input')}</Table.Th>
            <Table.Th>{text('Tests.value')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {Object.entries(result.inputs).map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Td>{name}</Table.Td>
              <Table.Td className="mono">{exactText(value)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Dialog>
  )
}
