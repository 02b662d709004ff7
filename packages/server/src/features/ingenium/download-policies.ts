import path from 'node:path'
import { downloadPolicies } from '@sheetwright/contract/ingenium/download-policies.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { readPolicyRun } from './policy-run.store.ts'
import { requirePolicyRun } from './policy.access.ts'

const files = { result: 'resultHash', rejects: 'rejectsHash', log: 'logHash' } as const
const extensions = { result: '', rejects: '.csv', log: '.jsonl' } as const

export const downloadPoliciesHandler = handle(downloadPolicies, async ({ caller, params, services }) => {
  const { tenantId } = caller
  const { part } = params
  const run = await services.db.inTenant(tenantId, async (tx) => {
    const { id } = await requirePolicyRun(tx, caller, params.run)
    return readPolicyRun(tx, id)
  })
  const hash = run?.[files[part]] ?? null
  if (run === undefined || hash === null) throw new CallError('FILE_NOT_FOUND', 'The run has not ended yet')
  const size = await services.files.size(tenantId, hash)
  const extension = path.extname(run.fileName)
  const base = path.basename(run.fileName, extension)
  return {
    fileName: `${base}-${part}${extensions[part] === '' ? extension : extensions[part]}`,
    ...(size === undefined ? {} : { size }),
    etag: hash,
    open: (range) => services.files.open(tenantId, hash, range),
  }
})
