import { parentPort, workerData } from 'node:worker_threads'
import { portableDelegate } from '@sheetwright/compiler/portable/portable-delegate.ts'
import { portableEngine } from '@sheetwright/compiler/portable/portable-engine.ts'
import { loadModuleNow } from '../load-module.ts'

/** What a thread computes with. */
export interface ThreadSetup {
  readonly sheetwright: 'portfolio'
  readonly program: string
  readonly locale: string
  readonly now: string
  readonly seed: number
  /** For each input of the file: its name, and whether its value is a table. */
  readonly inputs: readonly { readonly name: string; readonly isTable: boolean }[]
  readonly outputs: readonly string[]
}

/** The values of the inputs of some records. */
export interface ThreadOrder {
  readonly no: number
  readonly rows: readonly (readonly unknown[])[]
}

/** Outputs of records by place, and what is to be told of them. */
export interface ThreadAnswer {
  readonly no: number
  readonly rows: readonly ThreadRow[]
}

export interface ThreadRow {
  readonly status: string
  /** Null where there are none. */
  readonly outputs: readonly unknown[] | null
  readonly errors: readonly { readonly key: string; readonly message: string }[]
}

/** Whether this is a thread of a run. */
export function isComputeThread(data: unknown): data is ThreadSetup {
  return typeof data === 'object' && data !== null && 'sheetwright' in data && data.sheetwright === 'portfolio'
}

/** Computes blocks of records until the run ends. */
export function computeBlocks(): void {
  const { program, locale, now, seed, inputs, outputs } = workerData as ThreadSetup
  const settings = { locale, inputNames: {}, outputNames: {} }
  const engine = portableEngine(() => loadModuleNow(program), settings, portableDelegate)
  parentPort?.on('message', ({ no, rows }: ThreadOrder) => {
    const results = engine.calculateAll(rows.map(recordOf), { now, seed })
    const answer: ThreadAnswer = {
      no,
      rows: results.map(({ status, outputs: given, errors }) => ({
        status,
        outputs: given === null ? null : outputs.map((name) => given[name] ?? null),
        errors: errors.map(({ key, message }) => ({ key, message })),
      })),
    }
    parentPort?.postMessage(answer, [])
  })

  function recordOf(row: readonly unknown[]): Record<string, unknown> {
    const record: Record<string, unknown> = Object.create(null) as Record<string, unknown>
    for (const [i, { name, isTable }] of inputs.entries()) {
      const value = row[i]
      if (value === undefined) continue
      record[name] = isTable && typeof value === 'string' ? tableOf(value) : value
    }
    return record
  }
}

/** A table as JSON; what is none is refused by the engine. */
function tableOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
