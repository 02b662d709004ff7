import { Select } from '@mantine/core'
import type { FormSpec } from '@sheetwright/contract/calculators/form-spec.ts'
import type { FormState } from '@sheetwright/contract/calculators/form-state.ts'
import { textIn } from '@sheetwright/contract/calculators/localized-text.ts'
import { useState } from 'react'
import { useText } from '../../../platform/messages/use-text.ts'
import { Chart } from '../../../ui/chart/Chart.tsx'
import { isNumeric } from '../../../ui/input-text.ts'
import { valueText } from '../../../ui/value-text.ts'
import { fieldsOf, type Values } from '../calculator-state.ts'
import { type Computer, useSweep } from '../queries.ts'
import { sweepPoints } from '../sweep-points.ts'
import { useLanguage } from '../use-language.ts'
import classes from './SweepChart.module.css'

export interface SweepChartProps {
  readonly spec: FormSpec
  readonly computer: Computer | undefined
  readonly values: Values
  readonly state: FormState | undefined
}

/** One result as a function of one input, all others fixed. */
export function SweepChart({ spec, computer, values, state }: SweepChartProps) {
  const text = useText()
  const language = useLanguage()
  const isNumber = (ports: FormSpec['inputs'], name: string) => {
    const port = ports.find((each) => each.name === name)
    return port?.shape === 'cell' && isNumeric(port.type)
  }
  const inputs = fieldsOf(spec.layout).filter(({ input }) => isNumber(spec.inputs, input))
  const outputs = spec.layout.results
    .filter((result) => result.kind === 'figure')
    .filter(({ output }) => isNumber(spec.outputs, output))
  const [chosenInput, chooseInput] = useState<string | null>(null)
  const [chosenOutput, chooseOutput] = useState<string | null>(null)
  const input = inputs.find((field) => field.input === chosenInput) ?? inputs[0]
  const output = outputs.find((figure) => figure.output === chosenOutput) ?? outputs[0]
  const port = spec.inputs.find(({ name }) => name === input?.input)
  const limits = state?.fields.find((field) => field.input === input?.input)
  const points =
    input === undefined
      ? []
      : sweepPoints(
          values[input.input],
          limits,
          port?.type === 'integer' || input.step === 1,
          computer?.where === 'browser',
        )
  const sweep = useSweep(computer, spec.engine.versionId, values, input?.input ?? '', points)
  if (input === undefined || output === undefined) return null
  const inputLabel = textIn(input.label, language) || input.input
  const outputLabel = textIn(output.label, language) || output.output
  const outputFormat = spec.outputs.find(({ name }) => name === output.output)?.numberFormat
  return (
    <div className={classes.sweep}>
      <div className={classes.choices}>
        <Select
          label={text('Calculator.sweepOutput')}
          data={outputs.map((each) => ({ value: each.output, label: textIn(each.label, language) || each.output }))}
          value={output.output}
          onChange={chooseOutput}
          allowDeselect={false}
        />
        <Select
          label={text('Calculator.sweepInput')}
          data={inputs.map((each) => ({ value: each.input, label: textIn(each.label, language) || each.input }))}
          value={input.input}
          onChange={chooseInput}
          allowDeselect={false}
        />
      </div>
      <Chart
        title={text('Calculator.sweepTitle', { output: outputLabel, input: inputLabel })}
        kind="line"
        x={{ label: inputLabel, unit: textIn(input.unit, language) }}
        y={{ label: outputLabel, unit: textIn(output.unit, language) }}
        points={points}
        series={[
          {
            name: outputLabel,
            values: points.map((_, index) => {
              const value = sweep.data?.[index]?.outputs[output.output]
              return typeof value === 'number' ? value : null
            }),
          },
        ]}
        formatValue={(value) => valueText(value, outputFormat)}
        formatPoint={(point) => valueText(point, port?.numberFormat)}
      />
    </div>
  )
}
