import { createHash } from 'node:crypto'
import type { Code } from './code.ts'
import { js } from './code.ts'
import type { Statement } from './frame.ts'
import type { Generated } from './generate.ts'
import type { ProgramBuilder } from './program-builder.ts'

/** Increment whenever generated programs change. */
export const COMPILER_VERSION = '1.3.10'

export interface ModuleText {
  readonly text: string
  /** The cell that a line (from 1) computes, as `Sheet!A1`; lines without a cell are absent. */
  readonly cells: ReadonlyMap<number, string>
}

/** The program as an ECMAScript module without imports: data, and a function that links them to the runtime. */
export function moduleText(
  program: ProgramBuilder,
  generated: Generated,
  /** Functions that compute cells exactly, in the order of the data's families, and formulas outside any cell. */
  functions: { readonly cells: readonly Code[]; readonly formulas: readonly Code[] },
  data: Readonly<Record<string, unknown>>,
  about: Readonly<Record<string, unknown>>,
  /** The part of the workbook that the reference evaluator needs, if the program may call it. */
  workbook?: unknown,
): ModuleText {
  const lines: Statement[] = []
  const plain = (code: Code) => lines.push({ code, cell: undefined })
  plain(js`export const about = JSON.parse(${JSON.stringify(about)})`)
  plain(js`export const data = JSON.parse(${JSON.stringify({ ...generated.layout, tables: program.tables, ...data })})`)
  if (workbook !== undefined) plain(js`export const workbook = JSON.parse(${JSON.stringify(workbook)})`)
  plain(js`export function link(host) {`)
  plain(js`const { f, x, l, d, far, at, charge, EMPTY, pool, N, V, A } = host`)
  for (const line of program.storage.lines) plain(js`const ${line.name} = host.lines[${line.id}]`)
  // Pushed one by one: a large workbook has more definitions than a call may have arguments.
  for (const statement of program.definitions) lines.push(statement)
  for (const statement of generated.statements) lines.push(statement)
  plain(js`host.know([${functions.cells}], [${functions.formulas}])`)
  plain(js`return [${generated.stepNames}]`)
  plain(js`}`)
  const cells = new Map<number, string>()
  lines.forEach(({ cell }, i) => {
    if (cell !== undefined) cells.set(i + 2, cell)
  })
  const body = lines.map(({ code }) => code.text).join('\n')
  const hash = createHash('sha256').update(body).digest('hex')
  return { text: `${js`export const hash = ${hash}`.text}\n${body}\n`, cells }
}
