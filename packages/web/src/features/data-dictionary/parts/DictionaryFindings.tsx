import { Alert, List } from '@mantine/core'
import type { DictionaryFinding } from '@sheetwright/contract/data-dictionary/check-interface.ts'
import type { EngineInterface } from '@sheetwright/contract/engines/interface.ts'
import { IconBook } from '@tabler/icons-react'
import type { MessageId } from '../../../platform/messages/load-messages.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { useFlags } from '../../system/queries.ts'
import { useDictionaryFindings } from '../queries.ts'

const kinds: Readonly<Record<DictionaryFinding['kind'], MessageId>> = {
  missing: 'Dictionary.finding.missing',
  direction: 'Dictionary.finding.direction',
  type: 'Dictionary.finding.type',
}

/** Maximum number of listed findings; all are counted. */
const mostListed = 50

/** Names of an engine that the data dictionary lacks or contradicts. Renders nothing if all agree. */
export function DictionaryFindings({ ports }: { ports: Pick<EngineInterface, 'inputs' | 'outputs'> }) {
  const text = useText()
  const hasDictionary = useFlags()('ShowDataDictionary')
  const findings = useDictionaryFindings(ports, hasDictionary).data ?? []
  if (findings.length === 0) return null
  return (
    <Alert color="yellow" icon={<IconBook />} title={text('Dictionary.findings', { count: findings.length })} my="md">
      <List size="sm">
        {findings.slice(0, mostListed).map(({ name, direction, kind, expected, found }) => (
          <List.Item key={`${direction} ${name} ${kind}`}>
            <span className="mono">{name}</span>: {text(kinds[kind], { expected: expected ?? '', found })}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
