import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import type { EffectiveIteration } from '@sheetwright/contract/engines/iteration.ts'
import type { WorkbookDiagnostic } from '@sheetwright/contract/engines/proof.ts'
import { IconRefresh } from '@tabler/icons-react'
import { useIntl } from 'react-intl'
import type { MessageId } from '../../../platform/messages/load-messages.ts'
import { useText } from '../../../platform/messages/use-text.ts'

const sources: Readonly<Record<EffectiveIteration['source'], MessageId>> = {
  setting: 'Iteration.setting',
  file: 'Iteration.file',
  savedValues: 'Iteration.savedValues',
}

interface IterationViewProps {
  readonly iteration: EffectiveIteration | null
  readonly diagnostics: readonly WorkbookDiagnostic[]
  /** Undefined if the user may not change it. */
  readonly onChange?: (() => void) | undefined
}

/** How circular references are iterated, and why. */
export function IterationView({ iteration, diagnostics, onChange }: IterationViewProps) {
  const text = useText()
  const intl = useIntl()
  const cycles = circularReferences(diagnostics)
  return (
    <Alert
      variant="light"
      color={iteration === null && cycles > 0 ? 'red' : iteration?.source === 'savedValues' ? 'yellow' : 'gray'}
      icon={<IconRefresh />}
      title={text('Iteration.title')}
    >
      <Group justify="space-between" align="flex-start" gap="lg">
        <Stack gap="xs" flex={1}>
          <Text size="sm">
            {iteration === null
              ? text(cycles > 0 ? 'Iteration.none' : 'Iteration.notNeeded', { cycles })
              : text(sources[iteration.source])}
          </Text>
          {iteration !== null && (
            <Text size="sm">
              {text('Iteration.rounds', {
                count: iteration.count,
                tolerance: intl.formatNumber(iteration.tolerance, { maximumSignificantDigits: 15 }),
              })}
            </Text>
          )}
        </Stack>
        {onChange !== undefined && (
          <Button variant="default" size="compact-sm" onClick={onChange}>
            {text(iteration === null ? 'Iteration.switchOn' : 'Iteration.change')}
          </Button>
        )}
      </Group>
    </Alert>
  )
}

/** Cycles whose cells have no value. */
export function circularReferences(diagnostics: readonly WorkbookDiagnostic[]): number {
  return diagnostics.filter(({ code }) => code === 'CIRCULAR_REFERENCE').length
}
