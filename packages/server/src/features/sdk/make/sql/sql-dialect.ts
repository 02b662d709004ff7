import type { EnginePort } from '@sheetwright/contract/engines/interface.ts'
import type { PackedFile } from '../tar-file.ts'
import type { SqlColumn } from './sql-row.ts'

/** A case as the function is called with it: a value for each argument, and the row that it must give. */
export interface SqlCall {
  readonly name: string
  readonly values: readonly unknown[]
  readonly row: Readonly<Record<string, unknown>>
}

/** What a dialect makes the text of a function from. */
export interface SqlParts {
  readonly name: string
  readonly fileName: string
  readonly about: readonly string[]
  readonly inputs: readonly (SqlColumn & { readonly port: EnginePort })[]
  readonly outputs: readonly (SqlColumn & { readonly port: EnginePort })[]
  /** JavaScript that declares `open`, which gives `(values, asOf, seed) => row`. */
  readonly code: string
  /** Tells this code from any other. */
  readonly key: string
  readonly calls: readonly SqlCall[]
}

export interface SqlDialect {
  readonly upperCase: boolean
  /** JSON is passed as text. */
  readonly jsonAsText: boolean
  /** Arguments that a function may have. */
  readonly mostArguments: number
  make(parts: SqlParts): SqlFunction
}

export interface SqlFunction {
  readonly files: readonly PackedFile[]
  /** What the database limits the size of, and what it allows, in bytes. */
  readonly measured: { readonly what: string; readonly bytes: number; readonly most: number }
  /** The function as JavaScript: a script to run first, and an expression of a function of an array of values. */
  readonly tried: { readonly script: string; readonly expression: string }
}
