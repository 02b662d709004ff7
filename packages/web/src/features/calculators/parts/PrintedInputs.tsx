import type { FormPort, FormSpec } from '@sheetwright/contract/calculators/form-spec.ts'
import type { FormState } from '@sheetwright/contract/calculators/form-state.ts'
import { textIn } from '@sheetwright/contract/calculators/localized-text.ts'
import { useText } from '../../../platform/messages/use-text.ts'
import { valueText } from '../../../ui/value-text.ts'
import type { Values } from '../calculator-state.ts'
import { useLanguage } from '../use-language.ts'
import classes from './PrintedInputs.module.css'

interface PrintedInputsProps {
  readonly spec: FormSpec
  readonly values: Values
  readonly state: FormState | undefined
}

/** The inputs of all sections, for print only: the page shows one section at a time. */
export function PrintedInputs({ spec, values, state }: PrintedInputsProps) {
  const text = useText()
  const language = useLanguage()
  const hidden = new Set(state?.fields.flatMap((field) => (field.hidden ? [field.input] : [])))
  const shown = (value: unknown, numberFormat: string | undefined) =>
    typeof value === 'boolean' ? text(value ? 'Engine.yes' : 'Engine.no') : valueText(value, numberFormat) || '–'
  return (
    <div className={classes.printed} data-printed>
      {spec.layout.sections.map(({ key, title, fields }) => (
        <section key={key}>
          <h2>{textIn(title, language) || key}</h2>
          {fields.map(({ input, label, unit, widget }) => {
            const port = spec.inputs.find(({ name }) => name === input)
            if (hidden.has(input) || port === undefined) return null
            const name = textIn(label, language) || input
            if (widget === 'table') {
              return <Rows key={input} name={name} rows={values[input]} columns={port.columns ?? []} />
            }
            return (
              <p key={input} className={classes.input}>
                <span>{name}</span>
                <span>{withUnit(shown(values[input], port.numberFormat), textIn(unit, language))}</span>
              </p>
            )
          })}
        </section>
      ))}
    </div>
  )
}

interface RowsProps {
  readonly name: string
  readonly rows: unknown
  readonly columns: NonNullable<FormPort['columns']>
}

function Rows({ name, rows, columns }: RowsProps) {
  const filled = Array.isArray(rows) ? (rows as readonly Values[]) : []
  return (
    <table className={classes.rows}>
      <caption>{name}</caption>
      <thead>
        <tr>
          {columns.map(({ heading }) => (
            <th key={heading}>{heading}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {filled.map((row, index) => (
          // Rows have no id, only their index.
          // oxlint-disable-next-line react/no-array-index-key
          <tr key={index}>
            {columns.map(({ heading, numberFormat }) => (
              <td key={heading}>{valueText(row[heading], numberFormat)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Appends the unit, unless the number format already did, as in 3.60%. */
function withUnit(value: string, unit: string): string {
  return value.endsWith(unit) ? value : `${value} ${unit}`
}
