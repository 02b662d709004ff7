import { List } from '@mantine/core'
import type { ApiProblem } from '@sheetwright/contract/master-api/master-api-definition.ts'
import type { MessageId } from '../../../platform/messages/load-messages.ts'
import { useText } from '../../../platform/messages/use-text.ts'

const texts: Readonly<Record<ApiProblem['kind'], MessageId>> = {
  unknown: 'MasterApi.problem.unknown',
  missing: 'MasterApi.problem.missing',
  type: 'MasterApi.problem.type',
  minimum: 'MasterApi.problem.minimum',
  maximum: 'MasterApi.problem.maximum',
  values: 'MasterApi.problem.values',
  list: 'MasterApi.problem.list',
  deprecated: 'MasterApi.problem.deprecated',
  notAsked: 'MasterApi.problem.notAsked',
  offered: 'MasterApi.problem.offered',
}

/** Where an engine violates the definition, by field. */
export function ApiProblems({ problems }: { problems: readonly ApiProblem[] }) {
  const text = useText()
  return (
    <List size="sm">
      {problems.map(({ field, direction, kind, engine, definition }) => (
        <List.Item key={`${direction} ${field} ${kind} ${engine}`}>
          {text(texts[kind], { field, direction, engine, definition: definition || 'none' })}
        </List.Item>
      ))}
    </List>
  )
}
