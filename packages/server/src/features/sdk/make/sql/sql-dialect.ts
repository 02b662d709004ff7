import type { EnginePort } from '@sheetwright/contract/engines/interface.ts'
import type { PackedFile } from '../tar-file.ts'
import type { SqlColumn } from './sql-row.ts'

/** A test call of the function: a value for each argument, and the expected row. */
export interface SqlCall {
  readonly name: string
  readonly values: readonly unknown[]
  readonly row: Readonly<Record<string, unknown>>
}

/** The parts that a dialect builds a function from. */
export interface SqlParts {
  readonly name: string
  readonly fileName: string
  readonly about: readonly string[]
  readonly inputs: readonly (SqlColumn & { readonly port: EnginePort })[]
  readonly outputs: readonly (SqlColumn & { readonly port: EnginePort })[]
  /** JavaScript that declares `open`, which returns `(values, asOf, seed) => row`. */
  readonly code: string
  /** Identifies this code. */
  readonly key: string
  readonly calls: readonly SqlCall[]
}

export interface SqlDialect {
  readonly upperCase: boolean
  /** JSON is passed as text. */
  readonly jsonAsText: boolean
  /** The most arguments of a function. */
  readonly mostArguments: number
  make(parts: SqlParts): SqlFunction
}

export interface SqlFunction {
  readonly files: readonly PackedFile[]
  /** What the database limits in size, and the limit in bytes. */
  readonly measured: { readonly what: string; readonly bytes: number; readonly most: number }
  /** The function as JavaScript: a script to run first, and an expression for a function of an array of values. */
  readonly tried: { readonly script: string; readonly expression: string }
}
