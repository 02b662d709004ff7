import { checkPortfolio } from '@sheetwright/contract/portfolios/check-portfolio.ts'
import { planRows, UnreadablePortfolio } from '@sheetwright/compiler/portfolio.ts'
import { newId } from '../../platform/db/new-id.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { KeyIdentity, UserIdentity } from '../../platform/http/caller.ts'
import { handle } from '../../platform/http/handle.ts'
import type { UploadedFile } from '../../platform/http/handle.ts'
import { personBehind } from '../api-keys/api-key.access.ts'
import { readBuild } from '../engines/engine-build.store.ts'
import { requireExecutable } from '../execution/calculation.access.ts'
import { fileFor, viewerOf } from '../files/entry.access.ts'
import { insertPortfolioRun } from './portfolio-run.store.ts'
import { requirePortfolioRun } from './portfolio-run.access.ts'
import { readColumns } from './read-columns.ts'
import { startRun } from './start-run.ts'

export const checkPortfolioHandler = handle(checkPortfolio, async (context) => {
  const { caller, params, body, services, signal } = context
  const { file } = context.files
  const { db, files, execution } = services
  const { tenantId } = caller
  const choice = { caller, ...params, versionId: body.versionId }
  const { version, engine } = await requireExecutable(execution, choice)
  const content = await db.inTenant(tenantId, (tx) => contentOf(tx, caller, file, body.fileId))
  const read = await readColumns(files, tenantId, content, signal)
  const { defaultsResults, date1904 = false } = await readBuild(files, tenantId, version.buildHash)
  if (read.date1904 !== null && read.date1904 !== date1904) {
    throw new CallError(
      'INVALID_PORTFOLIO',
      'Portfolio and engine count days from different years (1900 and 1904). Save the portfolio as CSV.',
    )
  }
  const { inputs, outputs } = engine.shown
  const nameOf = new Map(outputs.map(({ originalName, name }) => [originalName, name]))
  const sample = Object.fromEntries(
    Object.entries(defaultsResults).map(([name, value]) => [nameOf.get(name) ?? name, value]),
  )
  const options = { keepInputs: body.keepInputs, isTyped: true, numbersRows: true, sample }
  const plan = planned(() => planRows(read, { inputs, outputs }, options))
  const inputAt = new Map(plan.inputs.map(({ name, place }) => [place, name]))
  const given = new Set(inputAt.values())
  const id = newId()
  return db.inTenant(tenantId, async (tx) => {
    await insertPortfolioRun(tx, {
      id,
      engineId: version.engineId,
      versionId: version.id,
      revision: version.revision,
      fileHash: content.hash,
      fileName: content.name,
      fileSize: content.size,
      keepInputs: body.keepInputs,
      fit: {
        columns: read.columns.map(({ name }, i) => ({
          name,
          input: inputAt.get(i) ?? null,
          example: read.examples[i] ?? null,
        })),
        missing: inputs
          .filter(({ name }) => !given.has(name))
          .map(({ name, default: value }) => ({ name, default: value ?? null })),
      },
      plan,
      seed: Math.floor(Math.random() * 2 ** 31),
      createdBy: await personBehind(tx, caller),
      keyId: caller.kind === 'key' ? caller.keyId : null,
    })
    const run = await requirePortfolioRun(tx, caller, id)
    return body.start ? startRun(tx, context, run) : run
  })
})

/** The upload, or a file of the file manager. */
async function contentOf(
  tx: TenantTransaction,
  caller: UserIdentity | KeyIdentity,
  file: UploadedFile | undefined,
  fileId: string | undefined,
): Promise<{ readonly name: string; readonly hash: string; readonly size: number }> {
  if (file !== undefined && fileId === undefined) return { name: file.fileName, hash: file.hash, size: file.size }
  if (fileId !== undefined && caller.kind === 'key') {
    throw new CallError('INVALID_INPUT', 'API keys do not reach the file manager: send the file itself', [
      { field: 'body.fileId', message: 'must be left out' },
    ])
  }
  if (file === undefined && fileId !== undefined && caller.kind === 'user') {
    return fileFor(tx, viewerOf(caller), fileId)
  }
  throw new CallError('INVALID_INPUT', 'Send a file, or the id of a file of the file manager', [
    { field: 'body.file', message: fileId === undefined ? 'is missing' : 'must be left out' },
  ])
}

function planned<T>(plan: () => T): T {
  try {
    return plan()
  } catch (error) {
    throw error instanceof UnreadablePortfolio ? new CallError('INVALID_PORTFOLIO', error.message) : error
  }
}
