import { Alert, Stack, Table, Text } from '@mantine/core'
import type { TestResult, TestRun } from '@sheetwright/contract/test-beds/test-run.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useServerText } from '../../../platform/messages/server-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { type BlockRow, exactText, isBlock } from '../../../ui/value-text.ts'
import { BlockTable } from '../../engines/parts/BlockTable.tsx'
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
  const names = [...new Set([...Object.keys(result.outputs ?? {}), ...Object.keys(result.expected ?? {})])]
  const blocks = names.flatMap((name): OutputBlock[] => {
    const [actual, expected] = [result.outputs?.[name], result.expected?.[name]]
    const differs = result.differing.includes(name) && isBlock(expected)
    if (isBlock(actual)) return [{ name, title: name, rows: actual, expected: differs ? expected : undefined }]
    if (actual !== undefined || !isBlock(expected)) return []
    return [{ name, title: text('Tests.expectedOf', { output: name }), rows: expected, expected: undefined }]
  })
  const outputs = names.filter((name) => blocks.every((block) => block.name !== name))
  const inputs = Object.entries(result.inputs)
  const port = (direction: 'inputs' | 'outputs', wanted: string) =>
    engine?.interface[direction].find(({ name }) => name === wanted)
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
      <Stack gap="md" mt="md">
        {(outputs.length > 0 || blocks.length === 0) && (
          <Table aria-label={text('Tests.outputs')}>
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
        )}
        {blocks.map(({ name, title, ...block }) => (
          <BlockTable key={name} name={title} port={port('outputs', name)} {...block} />
        ))}
        <Table aria-label={text('Tests.inputs')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{text('Tests.input')}</Table.Th>
              <Table.Th ta="end">{text('Tests.value')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {inputs
              .filter(([, value]) => !isBlock(value))
              .map(([name, value]) => (
                <Table.Tr key={name}>
                  <Table.Td>{name}</Table.Td>
                  <ValueCell value={value} />
                </Table.Tr>
              ))}
          </Table.Tbody>
        </Table>
        {inputs.map(
          ([name, value]) =>
            isBlock(value) && <BlockTable key={name} name={name} port={port('inputs', name)} rows={value} />,
        )}
      </Stack>
    </Dialog>
  )
}

interface OutputBlock {
  readonly name: string
  readonly title: string
  readonly rows: readonly BlockRow[]
  /** Set if the block differs from it. */
  readonly expected: readonly BlockRow[] | undefined
}

function ValueCell({ value }: { readonly value: unknown }) {
  return (
    <Table.Td className="mono" ta={typeof value === 'object' ? 'start' : 'end'}>
      {exactText(value)}
    </Table.Td>
  )
}
