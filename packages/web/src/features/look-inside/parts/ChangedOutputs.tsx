import type { OutputChange } from '@sheetwright/contract/look-inside/diff-versions.ts'
import { useIntl } from 'react-intl'
import { useText } from '../../../platform/messages/use-text.ts'
import { LongTable } from '../../../ui/table/LongTable.tsx'
import { exactText, excelDigits } from '../../../ui/value-text.ts'

interface ChangedOutputsProps {
  readonly outputs: readonly OutputChange[]
  /** Revisions. */
  readonly before: string
  readonly after: string
}

/** Outputs of two versions with default inputs, and the change. */
export function ChangedOutputs({ outputs, before, after }: ChangedOutputsProps) {
  const text = useText()
  const intl = useIntl()
  const change = (output: OutputChange) => {
    if (output.isTable) return text('Diff.tableCells', { count: output.changedCells })
    if (typeof output.before !== 'number' || typeof output.after !== 'number') return ''
    const by = output.after - output.before
    const absolute = intl.formatNumber(by, { signDisplay: 'always', maximumSignificantDigits: 8 })
    if (output.before === 0) return absolute
    const share = by / Math.abs(output.before)
    return `${absolute} (${intl.formatNumber(share, { style: 'percent', signDisplay: 'always', maximumSignificantDigits: 3 })})`
  }
  const value = (of: OutputChange['before']) => (
    <span className="mono" title={exactText(of)}>
      {of === undefined ? '–' : excelDigits(exactText(of))}
    </span>
  )
  return (
    <LongTable
      label={text('Diff.outputs')}
      rows={outputs}
      rowKey={({ name }) => name}
      columns={[
        {
          id: 'name',
          heading: text('Interface.output'),
          width: 200,
          grows: true,
          namesRow: true,
          renderCell: ({ name }) => <span className="mono">{name}</span>,
        },
        { id: 'before', heading: before, width: 170, align: 'end', renderCell: (each) => value(each.before) },
        { id: 'after', heading: after, width: 170, align: 'end', renderCell: (each) => value(each.after) },
        {
          id: 'change',
          heading: text('Parity.change'),
          width: 190,
          align: 'end',
          renderCell: (each) => <span className="mono">{change(each)}</span>,
        },
        {
          id: 'same',
          heading: text('Diff.onEarlierDefaults', { revision: after }),
          width: 220,
          align: 'end',
          renderCell: (each) => value(each.afterOnEarlierDefaults),
        },
      ]}
    />
  )
}
