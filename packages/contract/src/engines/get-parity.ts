import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { versionParams } from './engine-address.ts'
import { effectiveIteration } from './iteration.ts'
import { parityReport, workbookDiagnostic } from './proof.ts'
import { engineDetailCall } from './engine-detail.ts'

export const getParity = defineCall({
  ...engineDetailCall,
  id: 'engines.getParity',
  path: '/api/v1/product/{product}/engines/parity/{engine}/{version}',
  summary: 'Get the proof of a version: every cell that differs from the value saved in the file, and all diagnostics.',
  params: versionParams,
  output: data(
    z.object({
      parity: parityReport,
      diagnostics: z.array(workbookDiagnostic),
      iteration: effectiveIteration.nullable().describe('Null where cells that need their own value have none'),
    }),
  ),
})
