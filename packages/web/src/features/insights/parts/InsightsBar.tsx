import { Pill, Select } from '@mantine/core'
import { type Dimension, dimensions } from '@sheetwright/contract/insights/usage.ts'
import { formatDay } from '../../../platform/messages/dates.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { DayInput } from '../../../ui/DayInput.tsx'
import { groupName } from '../group-name.ts'
import { firstFree, type InsightsState, presets } from '../insights-state.ts'
import { type UsageRange, useMeasures } from '../queries.ts'
import { dimensionTitles } from './dimension-titles.ts'
import classes from './Insights.module.css'

interface InsightsBarProps {
  readonly state: InsightsState
  readonly range: UsageRange
  readonly isOfProduct: boolean
  readonly onChange: (part: Partial<InsightsState>) => void
}

const presetTexts = {
  '1h': 'Insights.rangeHour',
  '24h': 'Insights.rangeDay',
  '7d': 'Insights.rangeWeek',
  '30d': 'Insights.rangeMonth',
  '90d': 'Insights.rangeQuarter',
  '1y': 'Insights.rangeYear',
  '2y': 'Insights.rangeTwoYears',
} as const

const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]

/** The range, its time zone, and the drill-down filters. */
export function InsightsBar({ state, range, isOfProduct, onChange }: InsightsBarProps) {
  const text = useText()

  function chooseRange(value: string | null) {
    const preset = presets.find((each) => each === value)
    if (preset !== undefined) return onChange({ range: preset, from: undefined, to: undefined })
    const [from, to] = [range.from, range.to].map((moment) => formatDay(new Date(moment), state.zone))
    onChange({ range: 'custom', from, to })
  }

  const chosen = dimensions.filter(
    (dimension) => state.filter[dimension] !== undefined && !(isOfProduct && dimension === 'product'),
  )

  function drop(dimension: Dimension) {
    // Removing a level also removes those below it.
    const kept = Object.entries(state.filter).filter(([name]) => {
      if (name === dimension) return false
      if (dimension === 'product') return name !== 'engine' && name !== 'version'
      return dimension !== 'engine' || name !== 'version'
    })
    const filter: InsightsState['filter'] = Object.fromEntries(kept)
    onChange({ filter, by: firstFree(filter), value: undefined })
  }

  return (
    <div className={classes.bar}>
      <Select
        label={text('Insights.range')}
        data={[
          ...presets.map((preset) => ({ value: preset, label: text(presetTexts[preset]) })),
          { value: 'custom', label: text('Insights.rangeCustom') },
        ]}
        value={state.range}
        allowDeselect={false}
        onChange={chooseRange}
      />
      {state.range === 'custom' && (
        <>
          <DayInput
            wholeDaysOnly
            label={text('Insights.from')}
            value={state.from ?? ''}
            max={state.to}
            onChange={(day) => day !== '' && onChange({ from: day })}
          />
          <DayInput
            wholeDaysOnly
            label={text('Insights.to')}
            value={state.to ?? ''}
            min={state.from}
            onChange={(day) => day !== '' && onChange({ to: day })}
          />
        </>
      )}
      <Select
        label={text('Insights.zone')}
        data={zones}
        value={state.zone}
        searchable
        allowDeselect={false}
        limit={100}
        onChange={(zone) => zone !== null && onChange({ zone })}
      />
      {chosen.length > 0 && (
        <fieldset className={classes.chips} aria-label={text('Insights.filters')}>
          {chosen.map((dimension) => (
            <FilterChip
              key={dimension}
              dimension={dimension}
              range={range}
              value={state.filter[dimension] ?? ''}
              onRemove={() => drop(dimension)}
            />
          ))}
        </fieldset>
      )}
    </div>
  )
}

interface FilterChipProps {
  readonly dimension: Dimension
  readonly value: string
  readonly range: UsageRange
  readonly onRemove: () => void
}

function FilterChip({ dimension, value, range, onRemove }: FilterChipProps) {
  const text = useText()
  const measures = useMeasures(range, dimension)
  const name = groupName(text, dimension, measures.data?.find(({ key }) => key === value) ?? { key: '', name: '' })
  const label = text('Insights.filter', { dimension: text(dimensionTitles[dimension]), name })
  return (
    <Pill
      withRemoveButton
      onRemove={onRemove}
      removeButtonProps={{
        'aria-label': text('Insights.removeFilter', { filter: label }),
        tabIndex: 0,
        'aria-hidden': false,
      }}
    >
      {label}
    </Pill>
  )
}
