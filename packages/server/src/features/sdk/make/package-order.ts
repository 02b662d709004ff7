import type { ParityReport } from '@sheetwright/contract/engines/proof.ts'
import type { PortableResult } from '@sheetwright/compiler/portable-engine.ts'
import type { DescribedEngine } from '../../engines/engine-document.access.ts'
import type { JsSheet } from './js-sheet.ts'
import type { PackageNames } from './package-names.ts'
import type { PortSchema } from './schema-types.ts'

/** Inputs and the server's results for them. */
export interface PackageCase extends Pick<PortableResult, 'status' | 'outputs' | 'errors'> {
  readonly name: string
  readonly inputs: Readonly<Record<string, unknown>>
}

/** The tests of a package: cases, with the time and seed they were computed with. */
export interface PackageCases {
  readonly options: { readonly now: string; readonly seed: number }
  readonly cases: readonly PackageCase[]
}

/** The parts that a package is made from. */
export interface PackageOrder {
  readonly names: PackageNames
  readonly engine: DescribedEngine
  readonly inputs: PortSchema
  readonly outputs: PortSchema
  readonly sheet: JsSheet
  readonly cases: PackageCases
  readonly parity: ParityReport
  readonly licence: string
  readonly madeAt: string
}

/** A package that calls the server instead of computing. */
export type ClientOrder = Pick<PackageOrder, 'names' | 'engine' | 'inputs' | 'outputs' | 'licence'> & {
  /** The OpenAPI document of the engine. */
  readonly document: unknown
}
