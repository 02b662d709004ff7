import type { CandidateInput } from '@sheetwright/compiler/coverage/candidate-cases.ts'
import type { MarkedInterface } from '@sheetwright/compiler/3-bind/ports/marked-ports.ts'
import type { Iteration } from '@sheetwright/compiler/model/iteration.ts'
import type { EngineInputs } from '@sheetwright/runtime/engine/engine.ts'
import { z } from 'zod'
import type { PortNames } from '../engines/engine-version.store.ts'
import type { readStoredPorts } from '../engines/engine-build.store.ts'

/** A run whose values are looked at, instead of those saved in the file. */
export interface LookedAtRun {
  readonly ports: Awaited<ReturnType<typeof readStoredPorts>>
  /** How cells that need their own value are computed. */
  readonly iteration: Iteration | undefined
  /** Names that the author gave instead of the workbook's. */
  readonly portNames: PortNames
  readonly inputs: EngineInputs
  readonly subservice?: string | undefined
  /** The moment NOW gives, in milliseconds since 1970, UTC. */
  readonly at: number
}

/** A version that is compared with another one. */
export interface ComparedSide {
  readonly ports: LookedAtRun['ports']
  readonly iteration: Iteration | undefined
  readonly portNames: PortNames
  readonly locale: string
}

/** What the child that holds a workbook can be asked. */
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
      readonly iteration: Iteration | undefined
      readonly portNames: PortNames
      readonly cases: readonly EngineInputs[]
      readonly inputs: readonly CandidateInput[]
      readonly at: number
    }
  | { readonly kind: 'lint'; readonly ports: LookedAtRun['ports'] }
  | {
      readonly kind: 'diff'
      /** Null of a workbook that is no version here: its interface is what its names declare. */
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

/** What the child answers: what was asked for, or why there is none. */
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
