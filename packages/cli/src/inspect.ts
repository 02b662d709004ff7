import { type InterfaceProposal, type ProposedPort, proposeInterface, SURE } from '@sheetwright/compiler/propose.ts'
import { diagnoseWorkbook } from '@sheetwright/compiler/check.ts'
import { rangeName, type Workbook } from '@sheetwright/compiler/model.ts'
import { toJson } from '@sheetwright/runtime/engine/json-values.ts'
import type { Port, PortPlace } from '@sheetwright/runtime/engine/ports.ts'
import { evaluationOf } from './evaluation.ts'
import { asJson, type CommandLine, onlyFile, readCommandLine } from './command-line.ts'
import { loadWorkbook } from './load-workbook.ts'

/** Step limit of the search for cycles. */
const STEPS = 1_000_000_000

export const inspectLine = {
  usage: 'inspect FILE',
  meaning: 'the interface, problems, functions and sheets',
  options: {
    propose: { type: 'boolean', meaning: 'propose inputs and outputs for a workbook without names' },
    json: asJson,
  },
} as const satisfies CommandLine

/** `inspect FILE`: the interface, diagnostics, functions used, sheets. */
export async function inspect(args: readonly string[]): Promise<number> {
  const { values, positionals } = readCommandLine(args, inspectLine)
  const path = onlyFile(positionals, inspectLine)
  const loaded = await loadWorkbook(path)
  const { bound, ports, diagnostics } = loaded
  if (values.propose) {
    const proposal = proposeInterface(bound)
    console.log(values.json ? JSON.stringify(proposal) : proposalText(proposal))
    return 0
  }
  const { workbook } = bound
  const usage = diagnoseWorkbook(loaded, diagnostics, evaluationOf(loaded, STEPS))
  const report = {
    format: workbook.format,
    application: workbook.properties.application ?? null,
    sheets: workbook.sheets.map((sheet) => ({
      name: sheet.name,
      kind: sheet.kind,
      visibility: sheet.visibility,
      used: sheet.used ? rangeName(sheet.used) : null,
    })),
    formulaCells: usage.formulaCells,
    functions: Object.fromEntries([...usage.functions].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    interface: {
      inputs: ports.inputs.map((port) => portReport(workbook, port)),
      outputs: ports.outputs.map((port) => portReport(workbook, port)),
      subservices: ports.subservices.map(({ name, inputs, outputs }) => ({
        name,
        inputs: inputs.map((port) => portReport(workbook, port)),
        outputs: outputs.map((port) => portReport(workbook, port)),
      })),
      metadata: ports.metadata.map((port) => portReport(workbook, port)),
      validations: ports.validations.map(({ name, place }) => ({ name, cell: placeText(workbook, place) })),
      solves: ports.solves.map(({ name, place, algorithm }) => ({
        name,
        cells: placeText(workbook, place),
        algorithm,
      })),
      reports: ports.reports.map(({ name, place }) => ({ name, cells: placeText(workbook, place) })),
      images: ports.images.map(({ name, place }) => ({ name, cells: placeText(workbook, place) })),
      references: ports.references.map(({ name, place, headings }) => ({
        name,
        cells: placeText(workbook, place),
        headings,
      })),
      properties: Object.fromEntries(ports.properties),
    },
    diagnostics: diagnostics.list,
  }
  console.log(values.json ? JSON.stringify(report) : text(report))
  return 0
}

function proposalText({ inputs, outputs }: InterfaceProposal): string {
  const line = ({ name, cell, confidence, reasons, description }: ProposedPort) =>
    `  ${confidence >= SURE ? '*' : ' '} ${confidence.toFixed(2)}  ${name}  ${cell}  ${description}  (${reasons.join(', ')})`
  return ['Inputs (* taken unless you decide otherwise):', ...inputs.map(line), 'Outputs:', ...outputs.map(line)].join(
    '\n',
  )
}

function placeText(workbook: Workbook, { sheet, range }: PortPlace): string {
  return `${workbook.sheets[sheet]?.name ?? ''}!${rangeName(range)}`
}

function portReport(workbook: Workbook, port: Port) {
  const base = { name: port.name, cells: placeText(workbook, port.place), description: port.description ?? null }
  if (port.shape === 'block') return { ...base, shape: port.shape, columns: port.columns, rows: port.defaults.length }
  return {
    ...base,
    shape: port.shape,
    type: port.type,
    default: toJson(port.default, port.type, workbook.date1904),
    validation: port.validation?.rule ?? null,
  }
}

function text(report: {
  readonly sheets: readonly { readonly name: string }[]
  readonly formulaCells: number
  readonly functions: Readonly<Record<string, number>>
  readonly interface: {
    readonly inputs: readonly { readonly name: string; readonly cells: string }[]
    readonly outputs: readonly { readonly name: string; readonly cells: string }[]
  }
  readonly diagnostics: readonly {
    readonly severity: string
    readonly message: string
    readonly sheet?: string
    readonly cell?: string
  }[]
}): string {
  const list = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `  ${line}`)]
  return [
    `Sheets: ${report.sheets.map(({ name }) => name).join(', ')}`,
    `Formula cells: ${report.formulaCells}`,
    `Functions: ${Object.keys(report.functions).join(', ')}`,
    ...list(
      'Inputs',
      report.interface.inputs.map(({ name, cells }) => `${name}  ${cells}`),
    ),
    ...list(
      'Outputs',
      report.interface.outputs.map(({ name, cells }) => `${name}  ${cells}`),
    ),
    ...list(
      'Diagnostics',
      report.diagnostics.map(
        ({ severity, message, sheet, cell }) =>
          `${severity}${sheet === undefined ? '' : ` ${sheet}${cell === undefined ? '' : `!${cell}`}`}: ${message}`,
      ),
    ),
  ].join('\n')
}
