import type { SolveDetail } from '@sheetwright/contract/execution/run-result.ts'

/** One execution as the tester stores it. */
export interface TesterRun {
  readonly callId: string
  readonly at: string
  readonly revision: string
  readonly inputs: Inputs
  readonly outputs: Readonly<Record<string, unknown>>
  readonly warnings: readonly Note[]
  readonly errors: readonly Note[]
  readonly millis: number
  /** The solves of the run, in order. */
  readonly solves?: readonly SolveDetail[] | undefined
  /** The raw answer. */
  readonly raw: unknown
}

/** The engine under test, with its subservice and version. */
export interface EngineAddress {
  readonly product: string
  readonly engine: string
  readonly subservice: string | null
  /** Null for the version in effect. */
  readonly versionId: string | null
}

/** The request body; fields without a value are left out. */
export interface ExecuteBody {
  readonly request_data: { readonly inputs: Inputs }
  readonly request_meta: Readonly<Record<string, string | boolean>>
}

export function executeBody({ subservice, versionId }: EngineAddress, inputs: Inputs, purpose: string): ExecuteBody {
  return {
    request_data: { inputs },
    request_meta: {
      ...(purpose === '' ? {} : { call_purpose: purpose }),
      ...(subservice === null ? {} : { service_category: subservice }),
      ...(versionId === null ? {} : { version_id: versionId }),
    },
  }
}

export type Inputs = Readonly<Record<string, unknown>>

export interface Note {
  readonly key: string
  readonly message: string
  readonly cell?: string | undefined
}

/** How an output changed from one run to the next. */
export type Change =
  | { readonly kind: 'same' }
  | { readonly kind: 'new' }
  | { readonly kind: 'different'; readonly before: unknown; readonly by: number | undefined }

export function changeOf(name: string, run: TesterRun, before: TesterRun | undefined): Change {
  if (before === undefined || !(name in before.outputs)) return { kind: 'new' }
  const [old, now] = [before.outputs[name], run.outputs[name]]
  if (JSON.stringify(old) === JSON.stringify(now)) return { kind: 'same' }
  return {
    kind: 'different',
    before: old,
    by: typeof old === 'number' && typeof now === 'number' ? now - old : undefined,
  }
}
