import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { provingRuns } from '@sheetwright/compiler/proof.ts'
import { z } from 'zod'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { temporaryFolder } from '../../platform/files/temporary-folder.ts'
import { defineJob, type JobContext } from '../../platform/jobs/definition.ts'
import { queueMail } from '../../platform/mail/mail.store.ts'
import { ChildStopped, runInChild } from '../../platform/sandbox/run-in-child.ts'
import type { Services } from '../../services.ts'
import { buildFiles } from './build/build-request.ts'
import { proveAnswer, type ProveRequest } from './build/prove-request.ts'
import { noteEngineChange } from './engine-audit.ts'
import { ownerOfEngine } from './engine.store.ts'
import { findLaterProof, type LaterProof, saveLaterProof } from './engine-proof.store.ts'
import { findUpload, type StoredUpload } from './engine-upload.store.ts'
import { programFault } from './program-fault.ts'
import { proofMail } from './proof-mail.ts'

const childModule = path.join(import.meta.dirname, 'build', 'prove-child.ts')

const proveRequest = z.object({
  /** Shown in the list of jobs. */
  Name: z.string(),
  engineId: z.uuid(),
  uploadId: z.uuid(),
  /** Number of runs compared during the build. */
  runs: z.int(),
})

type Context = JobContext<z.output<typeof proveRequest>>

/** Continues to compare a program with the reference evaluator after the build, until all runs are done. */
export const proveEngine = defineJob({
  type: 'ProveEngine',
  schema: proveRequest,
  run: async (context) => {
    const { tenantId, data, services } = context
    const upload = await services.db.inTenant(tenantId, (tx) => findUpload(tx, data.uploadId))
    if (upload?.programHash == null || upload.buildHash === null) return { runs: data.runs }
    const { buildHash } = upload
    const folder = await temporaryFolder('build')
    try {
      await takeOut(context, upload.fileHash, path.join(folder, buildFiles.workbook))
      await takeOut(context, upload.programHash, path.join(folder, buildFiles.program))
      const known = await services.db.inTenant(tenantId, (tx) => findLaterProof(tx, buildHash))
      let proof: LaterProof = known ?? { runs: data.runs, differences: [], fault: null }
      while (proof.runs < provingRuns && proof.fault === null) {
        const next = await proveOn(context, { folder, upload, from: proof.runs })
        if (next === undefined || next.runs === proof.runs) break
        proof = next
        await keep(context, { ...upload, buildHash }, proof)
      }
      return { runs: proof.runs, fault: proof.fault }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
})

/** Continues the proof of a version if its build did not make all runs. */
export async function proveFurther(
  tx: TenantTransaction,
  { jobs }: Pick<Services, 'jobs'>,
  engine: { readonly id: string; readonly serviceName: string; readonly userId: string },
  { uploadId, runs }: { readonly uploadId: string; readonly runs: number },
): Promise<void> {
  if (runs >= provingRuns) return
  const data = { Name: engine.serviceName, engineId: engine.id, uploadId, runs }
  // All other jobs of the tenant come first.
  await jobs.enqueue(tx, proveEngine, engine.userId, data, { priority: 10 })
}

async function takeOut({ services, tenantId, signal }: Context, hash: string, file: string): Promise<void> {
  await pipeline(await services.files.open(tenantId, hash), createWriteStream(file), { signal })
}

/** The next runs; undefined if not even one fits the limits of a build. */
async function proveOn(
  { services: { settings }, signal, progress, log }: Context,
  { folder, upload, from }: { folder: string; upload: StoredUpload; from: number },
): Promise<LaterProof | undefined> {
  const limits = { memoryMegabytes: settings.buildMegabytes, seconds: settings.buildSeconds }
  const seconds = Math.max(1, Math.floor(limits.seconds / 4))
  const { fileName, marks, iteration } = upload
  const input: ProveRequest = { folder, fileName, marks, iteration, from, seconds }
  try {
    const { runs, differences } = proveAnswer.parse(
      await runInChild({ module: childModule, input, folder, limits, signal, onProgress: progress }),
    )
    return { runs, differences, fault: programFault(differences) }
  } catch (error) {
    if (!(error instanceof ChildStopped) || error.reason === 'aborted') throw error
    log.warn({ err: error, uploadId: upload.id, from }, 'The proof of an engine could not go on')
    return undefined
  }
}

/**
 * Stores the progress of the proof. After a difference the version runs on the reference evaluator, and its owner is
 * notified.
 */
async function keep(
  { services: { db, events, settings }, tenantId, data }: Context,
  { buildHash, serviceName, productId, fileName }: StoredUpload & { readonly buildHash: string },
  proof: LaterProof,
): Promise<void> {
  await db.inTenant(tenantId, async (tx) => {
    await saveLaterProof(tx, buildHash, proof)
    if (proof.fault === null) return
    const owner = await ownerOfEngine(tx, data.engineId)
    if (owner === undefined) return
    const address = `${settings.origin}/products/${productId}/engines/${data.engineId}`
    await queueMail(tx, proofMail({ recipient: owner.email, serviceName, address, fault: proof.fault }))
    await noteEngineChange(
      tx,
      events,
      { userId: null, name: 'Sheetwright', correlationId: '' },
      {
        action: 'engine.proofFailed',
        engine: { id: data.engineId, serviceName, productId },
        before: null,
        after: { file: fileName, fault: proof.fault, runs: proof.runs },
      },
    )
  })
}
