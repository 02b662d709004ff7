import type { EngineInputs } from './call.ts'
import type { Calculator } from './calculator.ts'
import { cellLabel } from './cell-label.ts'
import { type Conversion, fromJson, type WireSetting } from './json-values.ts'
import type { Messages } from './messages.ts'
import { LONGEST_NAME, type Plan } from './plan.ts'
import { firstCell, widthOf } from './port-cells.ts'
import type { BlockPort, CellPlace, CellPort, Port } from './ports.ts'

/** A caller may give this many names more than there are inputs; beyond that, none is examined. */
const MOST_UNKNOWN = 10_000

type Accepted = Extract<Conversion, { readonly ok: true }>

/** Puts a caller's values into the cells of the inputs, and says what it cannot take. */
export class InputSetter {
  private readonly calculator: Calculator
  private readonly plan: Plan
  private readonly messages: Messages
  private readonly setting: WireSetting

  constructor(calculator: Calculator, plan: Plan, messages: Messages, setting: WireSetting) {
    this.calculator = calculator
    this.plan = plan
    this.messages = messages
    this.setting = setting
  }

  set(given: EngineInputs): void {
    const { plan } = this
    const keys = Object.keys(given)
    if (keys.length > plan.inputs.length + MOST_UNKNOWN) {
      const message = `${keys.length} inputs are given; the workbook has ${plan.inputs.length}.`
      this.messages.errors.push({ key: '', message })
      return
    }
    // Callers repeat the inputs in the same order: their positions are searched once.
    if (plan.spelling === undefined || !isSame(plan.spelling.keys, keys)) plan.spelling = spellingOf(plan.inputs, keys)
    const { spelling } = plan
    if (spelling === undefined) {
      this.setByAnyCase(given)
      return
    }
    const values = Object.values(given)
    for (let i = 0; i < plan.inputs.length; i++) {
      const place = spelling.places[i] as number
      this.setInput(plan.inputs[i] as Port, i, place < 0 ? undefined : values[place])
    }
  }

  private setByAnyCase(given: EngineInputs): void {
    const byName = new Map<string, { readonly key: string; readonly value: unknown }>()
    for (const [key, value] of Object.entries(given)) {
      // Ambiguous: two spellings of one name.
      if (byName.has(key.toLowerCase()))
        this.messages.fewErrors.add('inputs that are given twice', {
          key: key.slice(0, LONGEST_NAME),
          message: 'This input is given twice, spelt differently.',
        })
      byName.set(key.toLowerCase(), { key, value })
    }
    this.plan.inputs.forEach((port, i) => {
      const entry = byName.get(port.name.toLowerCase())
      byName.delete(port.name.toLowerCase())
      this.setInput(port, i, entry?.value)
    })
    for (const { key } of byName.values()) {
      this.messages.fewWarnings.add('inputs that the workbook does not have', {
        key: key.slice(0, LONGEST_NAME),
        message: 'The workbook has no input of this name; the value was not used.',
      })
    }
  }

  private setInput(port: Port, index: number, json: unknown): void {
    if (json === undefined) this.messages.warnings.push({ key: port.name, message: 'Input parameter missing.' })
    else if (port.shape === 'cell') this.setCell(port, this.plan.inputCells[index]?.[0] as CellPlace, json)
    else this.setBlock(port, this.plan.inputCells[index] as CellPlace[], json)
  }

  private setCell(port: CellPort, place: CellPlace, json: unknown): void {
    const converted = fromJson(json, port.type, port.numberFormat, this.setting)
    if (converted.ok) this.putConverted(port, place, json, converted)
    else this.refuse(port, json, converted.allowed)
  }

  private putConverted(port: Port, place: CellPlace, json: unknown, converted: Accepted, row?: number): void {
    this.calculator.put(place, converted.value)
    if (converted.isMoment !== true) return
    const where = row === undefined ? '' : ` in row ${row + 1}`
    const message = `${shownValue(json)}${where} was read as a date or time, ${String(converted.value)}; a number was expected.`
    this.messages.fewWarnings.add('texts that were read as dates or times', { key: port.name, message })
  }

  private refuse(port: Port, json: unknown, allowed: string, row?: number): void {
    const shown = shownValue(json)
    const where = row === undefined ? '' : ` in row ${row + 1}`
    const message = `${shown}${where} is not allowed; give ${allowed}.`
    const refused = { key: port.name, message, cell: this.label(port) }
    if (row === undefined) this.messages.errors.push(refused)
    else this.messages.fewErrors.add('values in rows that are not allowed', refused)
  }

  private setBlock(port: BlockPort, cells: readonly CellPlace[], json: unknown): void {
    const { range } = port.place
    const rows = range.bottom - range.top
    if (!Array.isArray(json)) {
      this.refuse(port, json, 'a list of objects, one a row')
      return
    }
    if (json.length > rows) {
      const message = `${json.length} rows are given; the workbook has room for ${rows}.`
      this.messages.errors.push({ key: port.name, message, cell: this.label(port) })
      return
    }
    const width = widthOf(port)
    for (let row = 0; row < rows; row++) this.setRow(port, cells.slice(row * width, (row + 1) * width), row, json[row])
  }

  private setRow(port: BlockPort, cells: readonly CellPlace[], row: number, json: unknown): void {
    if (json !== undefined && (typeof json !== 'object' || json === null || Array.isArray(json))) {
      this.refuse(port, json, 'an object with a value for each heading', row)
      return
    }
    const values = this.valuesOfRow(port, row, json ?? {})
    port.columns.forEach(({ heading, type, numberFormat }, col) => {
      const value = values.get(heading.toLowerCase())?.value
      values.delete(heading.toLowerCase())
      const converted = fromJson(value ?? null, type, numberFormat, this.setting)
      if (converted.ok) this.putConverted(port, cells[col] as CellPlace, value, converted, row)
      else this.refuse(port, value, `${converted.allowed} for ${heading}`, row)
    })
    for (const { key } of values.values()) {
      const shown = key.slice(0, LONGEST_NAME)
      this.messages.fewWarnings.add('values in columns that there are not', {
        key: port.name,
        message: `Row ${row + 1} names a column "${shown}", which there is not; the value was not used.`,
      })
    }
  }

  /** The values of a row by heading in lower case, with the heading as it was given. */
  private valuesOfRow(port: BlockPort, row: number, given: object): Map<string, { key: string; value: unknown }> {
    const values = new Map<string, { key: string; value: unknown }>()
    for (const [key, value] of Object.entries(given)) {
      // Ambiguous: two spellings of one heading.
      if (values.has(key.toLowerCase())) {
        const shown = key.slice(0, LONGEST_NAME)
        const message = `Row ${row + 1} gives the column "${shown}" twice, spelt differently.`
        this.messages.fewErrors.add('columns that are given twice', {
          key: port.name,
          message,
          cell: this.label(port),
        })
      }
      values.set(key.toLowerCase(), { key, value })
    }
    return values
  }

  private label(port: Port): string {
    return cellLabel(this.calculator.sheetNames, firstCell(port.place))
  }
}

/** Undefined if a name is not an input's. */
function spellingOf(inputs: readonly Port[], keys: readonly string[]): Plan['spelling'] {
  if (keys.length > inputs.length) return undefined
  const placeOf = new Map(keys.map((key, place) => [key, place]))
  const places = inputs.map(({ name }) => placeOf.get(name) ?? -1)
  const found = places.filter((place) => place >= 0).length
  return found === keys.length ? { keys, places } : undefined
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  if (some.length !== others.length) return false
  for (let i = 0; i < some.length; i++) if (some[i] !== others[i]) return false
  return true
}

/** The beginning of a caller's value. Lists and objects can be too large, or nested too deep, to print. */
function shownValue(json: unknown): string {
  if (typeof json === 'string') return JSON.stringify(json.length > 100 ? `${json.slice(0, 100)}…` : json)
  // Numbers beyond the range of numbers, which JSON.stringify writes as null.
  if (typeof json === 'number') return String(json)
  if (typeof json !== 'object' || json === null) return JSON.stringify(json) ?? 'nothing'
  try {
    return JSON.stringify(json).slice(0, 100)
  } catch {
    return Array.isArray(json) ? 'A list that is nested too deep' : 'An object that is nested too deep'
  }
}
