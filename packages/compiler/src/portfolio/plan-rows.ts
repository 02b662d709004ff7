import type { RecordSource } from './record-block.ts'
import type { RowPlan } from './result-rows.ts'
import { UnreadablePortfolio } from './unreadable-portfolio.ts'

const statusColumn = 'sheetwright_status'
const errorsColumn = 'sheetwright_errors'
const rowColumn = 'sheetwright_row'

/** An input or output of an engine, as far as its column is concerned. */
interface PlannedPort {
  readonly name: string
  readonly shape: 'cell' | 'block'
  /** Of a cell: how its values are shown. */
  readonly type?: string | undefined
}

export interface PlanOptions {
  /** Inputs are copied into the results. */
  readonly keepInputs: boolean
  readonly isTyped: boolean
  readonly numbersRows: boolean
  /** The results of the workbook's own inputs: they give the type of outputs whose cells don't declare one. */
  readonly sample: Readonly<Record<string, unknown>>
}

interface Ports {
  readonly inputs: readonly PlannedPort[]
  readonly outputs: readonly PlannedPort[]
}

/** Which columns are inputs, which are copied into the results, and the columns of the results. */
export function planRows(
  { columns, nullBlanks }: Pick<RecordSource, 'columns' | 'nullBlanks'>,
  ports: Ports,
  { keepInputs, isTyped, numbersRows, sample }: PlanOptions,
): RowPlan {
  const own = [
    ...(numbersRows ? [{ name: rowColumn, type: 'INTEGER' }] : []),
    ...[statusColumn, errorsColumn].map((name) => ({ name, type: 'VARCHAR' })),
  ]
  const byName = new Map(ports.inputs.map((port) => [port.name.toLowerCase(), port]))
  const inputs: { name: string; isTable: boolean; place: number }[] = []
  const carried: { name: string; type: string; place: number }[] = []
  const taken = new Set([...ports.outputs, ...own].map(({ name }) => name))
  for (const [place, { name, type }] of columns.entries()) {
    const port = byName.get(name.toLowerCase())
    const twice = inputs.find((input) => input.name === port?.name)
    if (twice !== undefined) {
      const names = `"${columns[twice.place]?.name}" and "${name}"`
      throw new UnreadablePortfolio(`The columns ${names} are the same input.`)
    }
    if (port !== undefined) inputs.push({ name: port.name, isTable: port.shape !== 'cell', place })
    if (port !== undefined && !keepInputs) continue
    carried.push({ name: freeName(name, taken), type, place })
  }
  if (inputs.length === 0) {
    const known = ports.inputs.map(({ name }) => name).join(', ')
    throw new UnreadablePortfolio(`No column of the portfolio is an input of the workbook. Its inputs: ${known}.`)
  }
  const outputs = ports.outputs.map((port) => ({ name: port.name, type: typeOf(port, sample[port.name]) }))
  return {
    inputs,
    carried,
    outputs,
    columns: [...carried.map(({ name, type }) => ({ name, type })), ...outputs, ...own],
    isTyped,
    numbersRows,
    nullBlanks: nullBlanks === true,
  }
}

/** A column may be called like an output. */
function freeName(name: string, taken: Set<string>): string {
  let free = name
  while (taken.has(free)) free = `${free}_given`
  taken.add(free)
  return free
}

function typeOf({ shape, type = '' }: PlannedPort, sample: unknown): string {
  if (shape !== 'cell') return 'VARCHAR'
  if (type === 'boolean' || typeof sample === 'boolean') return 'BOOLEAN'
  const isNumber = ['number', 'integer', 'percent', 'currency'].includes(type)
  return isNumber || typeof sample === 'number' ? 'DOUBLE' : 'VARCHAR'
}
