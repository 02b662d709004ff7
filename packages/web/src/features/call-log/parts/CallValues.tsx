import { Text } from '@mantine/core'
import { useText } from '../../../platform/messages/use-text.ts'
import { CodeBlock } from '../../../ui/CodeBlock.tsx'
import { isBlock } from '../../../ui/value-text.ts'
import { LongTable } from '../../../ui/table/LongTable.tsx'
import { BlockTable } from '../../engines/parts/BlockTable.tsx'
import classes from './CallFindings.module.css'

/** Inputs or outputs of a call by name; those of a batch as raw JSON. */
export function CallValues({ title, values }: { title: string; values: unknown }) {
  const text = useText()
  const isBatch = typeof values !== 'object' || values === null || Array.isArray(values)
  const named = isBatch ? [] : Object.entries(values)
  const rows = named.filter(([, value]) => !isBlock(value))
  return (
    <section aria-label={title} className={classes.values}>
      <h3 className={classes.heading}>{title}</h3>
      {isBatch ? (
        <CodeBlock title={title} code={JSON.stringify(values, null, 2)} />
      ) : named.length === 0 ? (
        <Text size="sm" c="dimmed">
          {text('Interface.none')}
        </Text>
      ) : (
        rows.length > 0 && (
          <LongTable
            label={title}
            rows={rows}
            rowKey={([name]) => name}
            columns={[
              {
                id: 'name',
                heading: text('Port.name'),
                width: 240,
                namesRow: true,
                renderCell: ([name]) => <span className="mono">{name}</span>,
              },
              {
                id: 'value',
                heading: text('Port.value'),
                width: 320,
                grows: true,
                renderCell: ([, value]) => <span className="mono">{valueOf(value)}</span>,
              },
            ]}
          />
        )
      )}
      {named.map(
        ([name, value]) => isBlock(value) && <BlockTable key={name} name={name} port={undefined} rows={value} />,
      )}
    </section>
  )
}

function valueOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
