import type { FormSpec } from '@sheetwright/contract/calculators/form-spec.ts'
import type { FormState } from '@sheetwright/contract/calculators/form-state.ts'
import { textIn } from '@sheetwright/contract/calculators/localized-text.ts'
import { exactText } from '../../ui/value-text.ts'
import { fieldsOf, scenarioName, type Values } from './calculator-state.ts'

/** Inputs and figures of all scenarios as a table for spreadsheets, every number with full precision. */
export function tableText(
  spec: FormSpec,
  language: 'en' | 'ja',
  scenarios: readonly Values[],
  states: readonly (FormState | undefined)[],
): string {
  const heading = ['', ...scenarios.map((_, index) => scenarioName(index))]
  const inputs = fieldsOf(spec.layout)
    .filter(({ widget }) => widget !== 'table')
    .map(({ input, label }) => [
      textIn(label, language) || input,
      ...scenarios.map((values) => exactText(values[input])),
    ])
  const figures = spec.layout.results.flatMap((result) =>
    result.kind === 'figure'
      ? [
          [
            textIn(result.label, language) || result.output,
            ...states.map((state) => exactText(state?.outputs[result.output])),
          ],
        ]
      : [],
  )
  return [heading, ...inputs, ...figures].map((row) => row.map(cell).join('\t')).join('\n')
}

/** Quotes a cell that a spreadsheet would take for a formula. */
function cell(text: string): string {
  const flat = text.replace(/[\t\r\n]+/g, ' ')
  return /^[=+@]|^-(?![\d.])/.test(flat) ? `'${flat}` : flat
}
