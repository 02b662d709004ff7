import type { OutputChange, VersionDiff } from '@sheetwright/contract/look-inside/diff-versions.ts'
import { useIntl } from 'react-intl'
import { useText } from '../../../platform/messages/use-text.ts'
import { Chart } from '../../../ui/chart/Chart.tsx'

/** Maximum number of readable bars. */
const mostBars = 20

/**
 * The relative change of each numeric output when both versions get the same inputs: the defaults of the earlier one.
 * Outputs that were 0 have no relative change; the table of changed outputs shows them.
 */
export function EffectChart({ diff }: { readonly diff: VersionDiff }) {
  const text = useText()
  const intl = useIntl()
  const effects = diff.outputs
    .flatMap((output) => {
      const share = shareOf(output)
      return share === undefined ? [] : [{ name: output.name, share }]
    })
    .toSorted((a, b) => Math.abs(b.share) - Math.abs(a.share))
    .slice(0, mostBars)
  if (effects.every(({ share }) => share === 0)) return null
  return (
    <Chart
      title={text('Review.effect', { before: diff.before.revision, after: diff.after.revision })}
      kind="bar"
      x={{ label: text('Interface.output') }}
      y={{ label: text('Parity.change'), unit: '%' }}
      points={effects.map(({ name }) => name)}
      series={[{ name: text('Parity.change'), values: effects.map(({ share }) => share * 100) }]}
      formatValue={(value) =>
        intl.formatNumber(value / 100, { style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: 2 })
      }
    />
  )
}

function shareOf({ before, after, afterOnEarlierDefaults }: OutputChange): number | undefined {
  const later = afterOnEarlierDefaults ?? after
  if (typeof before !== 'number' || typeof later !== 'number' || before === 0) return undefined
  return (later - before) / Math.abs(before)
}
