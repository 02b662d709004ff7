import { engineType } from '@sheetwright/contract/engines/engine.ts'
import { acknowledgement } from '@sheetwright/contract/engines/publish-checks.ts'
import { versionUpgrade } from '@sheetwright/contract/engines/revision.ts'
import { z } from 'zod'

/** What the job that builds an upload is asked for. */
export const compileRequest = z.object({
  /** What the list of jobs shows. */
  Name: z.string(),
  uploadId: z.uuid(),
  /** Id of the version to make, where the caller was told it. */
  versionId: z.uuid().optional(),
  correlationId: z.string(),
  actorId: z.uuid().nullable(),
  actorName: z.string(),
  /** Of the uploader: their rules bound the number of engines. */
  groups: z.array(z.string()),
  asked: z.object({
    releaseNote: z.string(),
    versionUpgrade: versionUpgrade.optional(),
    effectiveStartDate: z.string().optional(),
    effectiveEndDate: z.string().optional(),
    engineType: engineType.optional(),
    publish: z.boolean(),
    acknowledge: acknowledgement.optional(),
  }),
})

export type CompileRequest = z.infer<typeof compileRequest>
