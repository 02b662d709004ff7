import { lintVersion, type LintReport } from '@sheetwright/contract/look-inside/lint-version.ts'
import { handle } from '../../platform/http/handle.ts'
import { readStoredPorts } from '../engines/engine-build.store.ts'
import { saveLintScore } from '../engines/engine-upload.store.ts'
import { seenVersion } from './look-at.access.ts'

export const lintVersionHandler = handle(lintVersion, async ({ caller, params, services: { db, files, books } }) => {
  const { tenantId } = caller
  const { fileHash, buildHash, uploadId, lintScore } = await db.inTenant(tenantId, (tx) =>
    seenVersion(tx, caller, params),
  )
  const ports = await readStoredPorts(files, tenantId, buildHash)
  // The locale only affects how values are shown, and findings show none.
  const asked = { tenantId, fileHash, locale: 'en-US', question: { kind: 'lint', ports } } as const
  const report = (await books.ask(asked)) as LintReport
  if (lintScore === null) await db.inTenant(tenantId, (tx) => saveLintScore(tx, uploadId, report.score))
  return report
})
