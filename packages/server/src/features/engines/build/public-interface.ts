import type { BoundWorkbook } from '@sheetwright/compiler/open-workbook.ts'
import { inputsReadBy } from '@sheetwright/compiler/build.ts'
import type { WorkbookInterface } from '@sheetwright/compiler/interface.ts'
import { cellName, rangeName } from '@sheetwright/compiler/model.ts'
import type { EngineInterface, EnginePort } from '@sheetwright/contract/engines/interface.ts'
import type { Calculator } from '@sheetwright/runtime/engine/calculator.ts'
import { toJson } from '@sheetwright/runtime/engine/json-values.ts'
import type { CellPlace, CellPort, Port, PortPlace } from '@sheetwright/runtime/engine/ports.ts'
import { ExcelError, type Scalar } from '@sheetwright/runtime/values.ts'

type Rule = NonNullable<EnginePort['validation']>

/** The most choices of a list that are shown. */
const mostOptions = 1000

/** The interface of a workbook as callers see it, with limits and choices as the calculator has them. */
export function publicInterface(
  bound: BoundWorkbook,
  ports: WorkbookInterface,
  calculator: Calculator,
): EngineInterface {
  const { workbook } = bound
  const allInputs = [...ports.inputs, ...ports.subservices.flatMap(({ inputs }) => inputs)]

  const place = ({ sheet, range }: PortPlace) => `${workbook.sheets[sheet]?.name ?? ''}!${rangeName(range)}`
  const cell = ({ sheet, row, col }: CellPlace) => `${workbook.sheets[sheet]?.name ?? ''}!${cellName(row, col)}`
  const port = (each: Port): EnginePort => {
    const shared = {
      name: each.name,
      originalName: each.name,
      description: each.description ?? '',
      cell: place(each.place),
      default: defaultOf(each, workbook.date1904),
    }
    if (each.shape === 'block') {
      return { ...shared, shape: 'block', columns: [...each.columns], maxRows: each.defaults.length }
    }
    const { type, numberFormat } = each
    const validation = ruleOf(each, calculator, () => inputsReadBy(bound, each, allInputs))
    // A number that must be whole is an integer, whatever its format shows.
    const isWhole = type === 'number' && validation?.type === 'whole' && validation.errorStyle === 'stop'
    return {
      ...shared,
      shape: 'cell',
      type: isWhole ? 'integer' : type,
      numberFormat,
      ...(validation && { validation }),
    }
  }
  const named = (each: { name: string; place: PortPlace; description: string | undefined }) => ({
    name: each.name,
    cell: place(each.place),
    description: each.description ?? '',
  })

  return {
    inputs: ports.inputs.map(port),
    outputs: ports.outputs.map(port),
    subservices: ports.subservices.map(({ name, inputs, outputs }) => ({
      name,
      inputs: inputs.map(port),
      outputs: outputs.map(port),
    })),
    metadata: Object.fromEntries(ports.metadata.map((each) => [each.name, defaultOf(each, workbook.date1904)])),
    validations: ports.validations.map((each) => ({ name: each.name, cell: place(each.place) })),
    solves: ports.solves.map(({ name, place: block, target, changing, algorithm, maxChange, maxIterations }) => ({
      name,
      cell: place(block),
      target: cell(target),
      changing: cell(changing),
      algorithm,
      maxChange,
      maxIterations,
    })),
    reports: ports.reports.map(named),
    images: ports.images.map(named),
    references: ports.references.map((each) => ({
      name: each.name,
      cell: place(each.place),
      headings: [...each.headings],
    })),
    properties: Object.fromEntries(ports.properties),
  }
}

/** The saved value in the format of the API; for a block its rows, without trailing empty ones. */
function defaultOf(port: Port, date1904: boolean): unknown {
  if (port.shape === 'cell') return toJson(port.default, port.type, date1904)
  const rows = port.defaults.map((row) =>
    Object.fromEntries(port.columns.map(({ heading, type }, i) => [heading, toJson(row[i] ?? null, type, date1904)])),
  )
  const last = rows.findLastIndex((row) => Object.values(row).some((value) => value !== null && value !== ''))
  return rows.slice(0, last + 1)
}

function ruleOf(port: CellPort, calculator: Calculator, dependsOn: () => string[]): Rule | undefined {
  const rule = port.validation?.rule
  if (!rule || rule.type === 'any') return undefined
  const travelling = (value: Scalar) => toJson(value, port.type, calculator.date1904)
  const limit = (formula: 'formula1' | 'formula2') => limitOf(travelling(calculator.limit(port, formula)))
  const { showPrompt, promptTitle, promptMessage, errorTitle, errorMessage } = rule
  return {
    type: rule.type,
    errorStyle: rule.errorStyle,
    ...(rule.type === 'list'
      ? { options: (rule.items ?? calculator.choices(port).map(travelling)).slice(0, mostOptions) }
      : {}),
    ...bounds(rule, limit),
    dependsOn: rule.items ? [] : dependsOn(),
    ignoreBlank: rule.allowBlank,
    ...(showPrompt && promptTitle ? { inputTitle: promptTitle } : {}),
    ...(showPrompt && promptMessage ? { inputMessage: promptMessage } : {}),
    ...(errorTitle ? { errorTitle } : {}),
    ...(errorMessage ? { errorMessage } : {}),
  }
}

type Limit = number | string | undefined

function bounds(
  { type, operator }: NonNullable<CellPort['validation']>['rule'],
  limit: (formula: 'formula1' | 'formula2') => Limit,
): { min?: number | string; max?: number | string } {
  if (type === 'list' || type === 'custom' || type === 'any') return {}
  const shown = (min: Limit, max: Limit) => ({
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
  })
  switch (operator) {
    case 'between':
      return shown(limit('formula1'), limit('formula2'))
    case 'equal':
      return shown(limit('formula1'), limit('formula1'))
    case 'greaterThan':
    case 'greaterThanOrEqual':
      return shown(limit('formula1'), undefined)
    case 'lessThan':
    case 'lessThanOrEqual':
      return shown(undefined, limit('formula1'))
    case 'notBetween':
    case 'notEqual':
      return {}
    default:
      return operator satisfies never
  }
}

function limitOf(value: Scalar): Limit {
  return value instanceof ExcelError || typeof value === 'boolean' || value === null ? undefined : value
}
