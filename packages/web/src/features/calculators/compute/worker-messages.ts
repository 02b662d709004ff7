import type { CalculatorProgram } from '@sheetwright/contract/calculators/get-calculator-program.ts'

/** The result of a run. */
export interface LocalRun {
  readonly outputs: Readonly<Record<string, unknown>>
  readonly errors: readonly { readonly key: string; readonly message: string }[]
  readonly warnings: readonly { readonly key: string; readonly message: string }[]
  readonly validations: readonly {
    readonly name: string
    readonly min: unknown
    readonly max: unknown
    readonly options: readonly unknown[] | null
  }[]
}

/** Requests of the page to the worker. */
export type WorkerRequest =
  | { readonly kind: 'open'; readonly id: number; readonly program: CalculatorProgram }
  | { readonly kind: 'run'; readonly id: number; readonly records: readonly Readonly<Record<string, unknown>>[] }

export type WorkerAnswer =
  | { readonly kind: 'opened'; readonly id: number }
  | { readonly kind: 'runs'; readonly id: number; readonly runs: readonly LocalRun[] }
  | { readonly kind: 'failed'; readonly id: number; readonly reason: string }
