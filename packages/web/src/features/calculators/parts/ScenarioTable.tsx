import type { FormSpec } from '@sheetwright/contract/calculators/form-spec.ts'
import type { FormState } from '@sheetwright/contract/calculators/form-state.ts'
import { textIn } from '@sheetwright/contract/calculators/localized-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { exactText, valueText } from '../../../ui/value-text.ts'
import { ValueText } from '../../engines/parts/ValueText.tsx'
import { fieldsOf, scenarioName, type Values } from '../calculator-state.ts'
import { useLanguage } from '../use-language.ts'
import { markHiddenColumns } from '../../../ui/table/mark-hidden-columns.ts'
import classes from './ScenarioTable.module.css'

export interface ScenarioTableProps {
  readonly spec: FormSpec
  readonly scenarios: readonly Values[]
  readonly states: readonly (FormState | undefined)[]
}

/** Scenarios side by side: the inputs that differ, and every figure. Differences from the first scenario are marked. */
export function ScenarioTable({ spec, scenarios, states }: ScenarioTableProps) {
  const text = useText()
  const language = useLanguage()
  const inputs = fieldsOf(spec.layout).flatMap(({ input, label }) => {
    const values = scenarios.map((scenario) => scenario[input])
    const differs = values.some((value) => exactText(value) !== exactText(values[0]))
    const port = spec.inputs.find(({ name }) => name === input)
    if (!differs || port?.shape === 'block') return []
    return [{ key: `in ${input}`, name: textIn(label, language) || input, values, format: port?.numberFormat }]
  })
  const figures = spec.layout.results.flatMap((result) => {
    if (result.kind !== 'figure') return []
    const format = spec.outputs.find(({ name }) => name === result.output)?.numberFormat
    const values = states.map((state) => state?.outputs[result.output])
    return [{ key: `out ${result.output}`, name: textIn(result.label, language) || result.output, values, format }]
  })
  return (
    // A scrolling region must be reachable with the keyboard.
    <div ref={markHiddenColumns} className={classes.scroll} tabIndex={0}>
      <table className={classes.table} aria-label={text('Calculator.compare')}>
        <thead>
          <tr>
            <th scope="col">{text('Calculator.value')}</th>
            {scenarios.map((_, index) => (
              <th key={scenarioName(index)} scope="col" data-align="end">
                {text('Calculator.scenario', { name: scenarioName(index) })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...inputs, ...figures].map(({ key, name, values, format }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {values.map((value, index) => (
                <td
                  key={scenarioName(index)}
                  data-align="end"
                  data-different={exactText(value) !== exactText(values[0]) || undefined}
                >
                  <ValueText value={value} numberFormat={format} />
                  <Difference from={values[0]} to={value} format={format} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Difference({ from, to, format }: { from: unknown; to: unknown; format: string | undefined }) {
  if (typeof from !== 'number' || typeof to !== 'number' || from === to) return null
  return (
    <span className={classes.difference}>
      {to > from ? '+' : '−'}
      {valueText(Math.abs(to - from), format)}
    </span>
  )
}
