import { Alert, Table, Text } from '@mantine/core'
import type { TestResult, TestRun } from '@sheetwright/contract/test-beds/test-run.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useServerText } from '../../../platform/messages/server-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { exactText } from '../../../ui/value-text.ts'
import { useEngine } from '../../engines/queries.ts'
import { ExplainLink } from '../../look-inside/parts/ExplainLink.tsx'
import { CaseChip } from './RunChips.tsx'

export interface ResultDialogProps {
  readonly run: Pick<TestRun, 'productId' | 'engineId' | 'versionId'>
  readonly result: TestResult
  readonly onClose: () => void
}

/** One case: inputs, outputs, expected values, and an explanation of each output. */
export function ResultDialog({ run, result, onClose }: ResultDialogProps) {
  const text = useText()
  const serverText = useServerText()
  // Without the engine, the case is shown without explanations.
  const engine = useEngine(run.productId, run.engineId, run.versionId).data
  const cells = new Map(engine?.interface.outputs.map(({ name, cell, columns }) => [name, columns ? undefined : cell]))
  const explain = (name: string) => {
    const cell = cells.get(name)
    return engine === undefined || cell === undefined ? null : (
      <ExplainLink engine={engine} version={run.versionId} cell={cell} run={{ inputs: result.inputs }} />
    )
  }
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
          {key === '' ? serverText(message) : `${key}: ${serverText(message)}`} {explain(key)}
        </Alert>
      ))}
      <Table mt="md" aria-label={text('Tests.outputs')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{text('Tests.output')}</Table.Th>
            <Table.Th ta="end">{text('Tests.actual')}</Table.Th>
            <Table.Th ta="end">{text('Tests.expected')}</Table.Th>
            <Table.Th>
              <span className="visually-hidden">{text('Engine.tab.explain')}</span>
            </Table.Th>
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
              <ValueCell value={result.outputs?.[name]} />
              <ValueCell value={result.expected?.[name]} />
              <Table.Td>{explain(name)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Table mt="md" aria-label={text('Tests.inputs')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{text('Tests.input')}</Table.Th>
            <Table.Th ta="end">{text('Tests.value')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {Object.entries(result.inputs).map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Td>{name}</Table.Td>
              <ValueCell value={value} />
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Dialog>
  )
}

/** Blocks of rows are long and wrap. */
function ValueCell({ value }: { readonly value: unknown }) {
  return (
    <Table.Td className="mono" ta={typeof value === 'object' ? 'start' : 'end'}>
      {exactText(value)}
    </Table.Td>
  )
}
