import { createHash } from 'node:crypto'
import type { EnginePort } from '@sheetwright/contract/engines/interface.ts'
import type { PackageKind } from '@sheetwright/contract/sdk/package.ts'
import type { PortableSettings } from '@sheetwright/compiler/portable-engine.ts'
import { literal, programAndRuntime } from '../js-sheet.ts'
import type { PackageNames } from '../package-names.ts'
import { needsEvaluator, sqlRuntime } from '../portable-runtime.ts'
import type { PackageCases } from '../package-order.ts'
import { bigquery } from './bigquery.ts'
import { postgresql } from './postgresql.ts'
import { snowflake } from './snowflake.ts'
import type { SqlCall, SqlDialect, SqlFunction } from './sql-dialect.ts'
import { sqlNamer } from './sql-names.ts'
import { type SqlColumn, type SqlKind, sqlRow } from './sql-row.ts'

const dialects = { 'sql-bigquery': bigquery, 'sql-snowflake': snowflake, 'sql-postgresql': postgresql }

export type SqlPackageKind = keyof typeof dialects

export function isSqlKind(kind: PackageKind): kind is SqlPackageKind {
  return Object.hasOwn(dialects, kind)
}

export interface SqlOrder {
  readonly names: PackageNames
  readonly program: string
  readonly settings: PortableSettings
  readonly inputs: readonly EnginePort[]
  readonly outputs: readonly EnginePort[]
  /** Lines of the function's comment. */
  readonly about: readonly string[]
  readonly cases: PackageCases
}

export class NotForDatabase extends Error {}

/** An engine as a database function. Refuses engines that the database would not accept. */
export async function sqlFunction(
  kind: SqlPackageKind,
  order: SqlOrder,
): Promise<SqlFunction & { readonly calls: readonly SqlCall[] }> {
  const dialect = dialects[kind]
  const { names, program, settings, about, cases } = order
  const nameOf = sqlNamer()
  const columnsOf = (ports: readonly EnginePort[], word: string) =>
    ports.map((port, i) => {
      const column = nameOf(port.name, `${word}_${i + 1}`)
      return { port, column: dialect.upperCase ? column.toUpperCase() : column, name: port.name, kind: kindOf(port) }
    })
  const inputs = columnsOf(order.inputs, 'input')
  const outputs = columnsOf(order.outputs, 'output')
  if (inputs.length + momentArguments > dialect.mostArguments) {
    throw new NotForDatabase(
      `The engine has ${inputs.length} inputs; a function may have ${dialect.mostArguments - momentArguments} beside as_of and seed.`,
    )
  }
  const code = codeOf({ program, settings, inputs, outputs, runtime: await sqlRuntime(program), dialect })
  const key = createHash('sha256').update(code).digest('hex').slice(0, 16)
  const { options } = cases
  const calls = cases.cases.map(({ name, inputs: given, ...result }) => ({
    name,
    values: [...inputs.map((each) => wire(given[each.name] ?? null, each.kind, dialect)), options.now, options.seed],
    row: sqlRow(outputs, result, dialect),
  }))
  const fileName = `${names.npm}-${names.version}`
  const made = dialect.make({ name: names.python, fileName, about, inputs, outputs, code, key, calls })
  const { what, bytes, most } = made.measured
  if (bytes > most) throw new NotForDatabase(`${what} has ${kilobytes(bytes)} KB; ${kilobytes(most)} KB are allowed.`)
  return { ...made, calls }
}

/** `as_of` and `seed` follow the inputs. */
const momentArguments = 2

function kilobytes(bytes: number): number {
  return Math.ceil(bytes / 1024)
}

function kindOf({ shape, type }: EnginePort): SqlKind {
  if (shape === 'block' || type === undefined) return 'json'
  if (type === 'boolean') return 'boolean'
  return ['number', 'integer', 'percent', 'currency'].includes(type) ? 'number' : 'text'
}

/** The inputs that typed arguments can pass. */
export function passableInputs(
  ports: readonly EnginePort[],
  inputs: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(ports.map((port) => [port.name, passable(inputs[port.name] ?? null, kindOf(port))]))
}

function passable(value: unknown, kind: SqlKind): unknown {
  if (value === null || kind === 'json') return value
  if (kind === 'text') return typeof value === 'string' ? value : JSON.stringify(value)
  return typeof value === kind ? value : null
}

function wire(value: unknown, kind: SqlKind, { jsonAsText }: SqlDialect): unknown {
  return kind === 'json' && jsonAsText && value !== null ? JSON.stringify(value) : value
}

interface CodeOrder {
  readonly program: string
  readonly settings: PortableSettings
  readonly inputs: readonly SqlColumn[]
  readonly outputs: readonly SqlColumn[]
  readonly runtime: string
  readonly dialect: SqlDialect
}

function codeOf({ program, settings, inputs, outputs, runtime, dialect }: CodeOrder): string {
  const bare = (columns: readonly SqlColumn[]) => columns.map(({ column, name, kind }) => ({ column, name, kind }))
  const { upperCase, jsonAsText } = dialect
  return `${programAndRuntime(program, runtime)}function open() {
  // Databases do not have the newest engine.
  const ofArrays = {
    toReversed() { return [...this].reverse(); },
    toSorted(compare) { return [...this].sort(compare); },
    with(index, value) { return [...this].fill(value, index, index + 1); },
  };
  const ofTexts = { isWellFormed() { return !/\\p{Cs}/u.test(this); } };
  for (const [type, newer] of [[Array, ofArrays], [String, ofTexts]]) {
    for (const name of Object.keys(newer)) {
      if (type.prototype[name] === undefined) Object.defineProperty(type.prototype, name, { value: newer[name], configurable: true, writable: true });
    }
  }
  const runtime = load();
  const engine = runtime.portableEngine(program, JSON.parse(${literal(settings)})${needsEvaluator(program) ? ', runtime.portableDelegate' : ''});
  const inputs = JSON.parse(${literal(bare(inputs))});
  const outputs = JSON.parse(${literal(bare(outputs))});
  const form = { upperCase: ${upperCase}, jsonAsText: ${jsonAsText} };
  return (values, asOf, seed) => {
    const given = runtime.sqlInputs(inputs, values, form);
    const [result] = engine.calculateAll([given], { now: asOf ?? undefined, seed: seed ?? undefined });
    return runtime.sqlRow(outputs, result, form);
  };
}
`
}
