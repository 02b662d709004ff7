import { Alert, List } from '@mantine/core'
import { relationOf } from '@sheetwright/contract/master-references/date-relation.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useText } from '../../../platform/messages/use-text.ts'
import { useEngineReferences } from '../queries.ts'
import { relationTexts } from './relation-texts.ts'

interface DateWarningsProps {
  readonly place: { readonly product: string; readonly engine: string; readonly version: string }
  /** Days, as typed. */
  readonly start: string
  readonly end: string
}

/** Compares the typed dates of a version with those of the masters whose tables it copies. */
export function DateWarnings({ place, start, end }: DateWarningsProps) {
  const text = useText()
  const references = useEngineReferences(place, true)
  if (start === '' || end === '' || end < start) return null
  const dates = { effectiveStartDate: `${start}T00:00:00.000Z`, effectiveEndDate: `${end}T23:59:59.999Z` }
  const warnings = (references.data ?? []).flatMap(
    ({ name, serviceName, masterEffectiveStartDate: from, masterEffectiveEndDate: to }) => {
      if (from === null || to === null) return []
      const relation = relationOf(dates, { effectiveStartDate: from, effectiveEndDate: to })
      return relation === 'engineInsideMaster' ? [] : [{ name: `${serviceName} / ${name}`, relation }]
    },
  )
  if (warnings.length === 0) return null
  return (
    <Alert variant="light" color="yellow" icon={<IconAlertTriangle />} title={text('Master.dateWarnings')}>
      <List size="sm">
        {warnings.map(({ name, relation }) => (
          <List.Item key={name}>
            {text('Master.dateWarning', { engine: name, relation: text(relationTexts[relation]) })}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
