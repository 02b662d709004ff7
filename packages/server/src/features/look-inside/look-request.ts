import type { CandidateInput } from '@sheetwright/compiler/look-inside.ts'
import type { MarkedInterface } from '@sheetwright/compiler/interface.ts'
import type { EffectiveIteration } from '@sheetwright/compiler/model.ts'
import type { EngineInputs } from '@sheetwright/runtime/engine/call.ts'
import { z } from 'zod'
import type { PortNames } from '../engines/engine-version.store.ts'
import type { readStoredPorts } from '../engines/engine-build.store.ts'

/** A run whose values are shown instead of the saved ones. */
export interface LookedAtRun {
  readonly ports: Awaited<ReturnType<typeof readStoredPorts>>
  /** How circular cells are computed. */
  readonly iteration: EffectiveIteration | undefined
  /** The author's names, which replace the workbook's. */
  readonly portNames: PortNames
  readonly inputs: EngineInputs
  readonly subservice?: string | undefined
  /** The value of NOW, in milliseconds since 1970, UTC. */
  readonly at: number
  readonly timeZone: string | undefined
}

/** A version to compare with another one. */
export interface ComparedSide {
  readonly ports: LookedAtRun['ports']
  readonly iteration: EffectiveIteration | undefined
  readonly portNames: PortNames
  readonly locale: string
}

/** A question to the child process that holds a workbook. */
export type LookQuestion =
  | { readonly kind: 'book' }
  | { readonly kind: 'cells'; readonly sheet: string; readonly range: string; readonly run?: LookedAtRun | undefined }
  | { readonly kind: 'explain'; readonly cell: string; readonly run: LookedAtRun | undefined }
  | { readonly kind: 'profile'; readonly run: LookedAtRun | undefined }
  | { readonly kind: 'proposals' }
  | { readonly kind: 'named'; readonly marks: MarkedInterface }
  | {
      readonly kind: 'coverage'
      readonly ports: LookedAtRun['ports']
      readonly iteration: EffectiveIteration | undefined
      readonly portNames: PortNames
      readonly cases: readonly EngineInputs[]
      readonly inputs: readonly CandidateInput[]
      readonly at: number
      readonly timeZone: string | undefined
    }
  | { readonly kind: 'lint'; readonly ports: LookedAtRun['ports'] }
  | {
      readonly kind: 'diff'
      /** Null if the workbook is no version: its defined names declare its interface. */
      readonly before: ComparedSide | null
      readonly after: ComparedSide
      readonly at: number
    }

export interface LookRequest {
  readonly folder: string
  /** BCP 47 tag in which values are shown. */
  readonly locale: string
  readonly question: LookQuestion
  /** File of a second workbook, in the same folder. */
  readonly other?: string | undefined
}

export const lookFiles = { workbook: 'workbook', named: 'named.xlsx' } as const

/** The child's answer: the result, or why there is none. */
export const lookAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('answer'), answer: z.unknown() }),
  z.object({
    kind: z.literal('problem'),
    code: z.enum(['CORRUPT_EXCEL_FILE_FOR_TYPE1', 'INVALID_INPUT', 'CALCULATION_LIMIT_EXCEEDED']),
    field: z.string(),
    message: z.string(),
    allowed: z.string().optional(),
  }),
])

export type LookAnswer = z.infer<typeof lookAnswer>
