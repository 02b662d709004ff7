import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { moment } from '../dates.ts'
import { versionParams } from './engine-address.ts'
import { engineDetailCall } from './engine-detail.ts'
import { foreignApproval, foreignProof } from './promotion.ts'

export const promotion = z
  .object({
    revision: z.string().describe('What it was there'),
    exportedAt: moment,
    proofThere: z.object(foreignProof.shape).nullable(),
    proofHere: z.object(foreignProof.shape),
    approvals: z.array(z.object(foreignApproval.shape)),
  })
  .meta({ id: 'Promotion' })

export const getPromotion = defineCall({
  ...engineDetailCall,
  id: 'engines.getPromotion',
  path: '/api/v1/product/{product}/engines/promotion/{engine}/{version}',
  summary:
    'What came with a version from another installation: the proof there beside the one made here, and the approvals.',
  params: versionParams,
  output: data(promotion.nullable()),
})
