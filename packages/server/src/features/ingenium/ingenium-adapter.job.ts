import path from 'node:path'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { CallError } from '../../platform/http/call-error.ts'
import type { Files } from '../../platform/files/files.ts'
import { defineJob, type JobContext, JobFailure } from '../../platform/jobs/definition.ts'
import { type CaseComputer, type CasePart, runCases } from '../execution/run-cases.access.ts'
import { versionOfRun } from '../execution/version-of-run.access.ts'
import { beginning } from './layout/raw-record.ts'
import { recordWriter } from './layout/write-record.ts'
import { wantedOutputs } from './mapping/map-record.ts'
import { readMapping } from './policy-mapping.store.ts'
import { startPolicyProcess } from './policy-process.ts'
import { type ComputedTexts, partAnswer, readAnswer } from './policy-request.ts'
import {
  endPolicyRun,
  insertPolicyPart,
  type PolicyPart,
  policyParts,
  readPolicyRun,
  startPolicyRun,
} from './policy-run.store.ts'

const schema = z.object({
  /** Shown in the list of jobs. */
  Name: z.string(),
  Url: z.string(),
  runId: z.uuid(),
})

type Context = JobContext<z.output<typeof schema>>
type Run = NonNullable<Awaited<ReturnType<typeof readPolicyRun>>>

/** Records per part: a process that dies loses at most one part. */
const partRecords = 50_000
const partMillis = 20_000
const maxBytes = 64 * 1024 * 1024 * 1024
const rejectsHeading = 'Record,Line,Reason,Content\n'

/** Computes a policy extract. A run that another worker started continues after the last stored part. */
export const ingeniumAdapter = defineJob({
  type: 'IngeniumAdapter',
  schema,
  run: async (context) => {
    const { tenantId, data, services, signal } = context
    const { db } = services
    const run = await db.inTenant(tenantId, (tx) => readPolicyRun(tx, data.runId))
    if (run === undefined) throw new JobFailure('The run is gone.')
    await db.inTenant(tenantId, (tx) => startPolicyRun(tx, run.id))
    try {
      await computeParts(context, run)
      return await joinParts(context, run)
    } catch (error) {
      const failure = error instanceof CallError ? new JobFailure(error.message, error.code) : error
      if (signal.aborted && signal.reason === 'cancelled') await endEarly(context, run, { status: 'Cancelled' })
      else if (!signal.aborted && failure instanceof JobFailure) {
        await endEarly(context, run, { status: 'FAILED', failureReason: failure.message })
      }
      throw failure
    }
  },
})

async function computeParts(context: Context, run: Run): Promise<void> {
  const { tenantId, jobId, services, signal, progress } = context
  const { db, files, execution, settings } = services
  const { engineId, versionId } = run
  const version = await versionOfRun(db, tenantId, { engineId, versionId, at: run.computedAt })
  const mapping = await db.inTenant(tenantId, (tx) => readMapping(tx, run.mappingId, run.mappingNumber))
  if (mapping === undefined) throw new JobFailure('The mapping is gone.')
  const stored = await db.inTenant(tenantId, (tx) => policyParts(tx, run.id))
  const last = stored.at(-1)
  const from = last === undefined ? beginning : { byte: last.nextByte, line: last.nextLine, record: last.nextRecord }
  if (last?.isLast === true) return
  const computer: CaseComputer = {
    execution,
    tenantId,
    version,
    options: {
      at: run.computedAt.getTime(),
      seed: run.seed,
      correlationId: jobId,
      subservice: undefined,
      outputs: wantedOutputs(mapping),
      validate: undefined,
    },
    seconds: settings.calculationSeconds,
    signal,
  }
  const child = await startPolicyProcess(await files.open(tenantId, run.extractHash), mapping, from, signal)
  let storing: Promise<void> = Promise.resolve()
  try {
    let part = stored.length
    let inPart = 0
    let begun = performance.now()
    let writing: Promise<unknown> = Promise.resolve()
    const store = async (ended: Promise<unknown>, number: number, isLast: boolean) => {
      const { result, rejects, log, position, ...counts } = partAnswer.parse(await ended)
      const put = (name: string) => putFile(files, tenantId, path.join(child.folder, path.basename(name)), signal)
      const [resultHash, rejectsHash, logHash] = await Promise.all([put(result), put(rejects), put(log)])
      const kept: PolicyPart = {
        part: number,
        ...counts,
        isLast,
        nextByte: position.byte,
        nextLine: position.line,
        nextRecord: position.record,
        resultHash,
        rejectsHash,
        logHash,
      }
      await db.inTenant(tenantId, (tx) => insertPolicyPart(tx, run.id, kept))
      progress(Math.min(99, (99 * position.byte) / Math.max(1, run.fileSize)), `${position.record}`)
    }
    let next = child.ask({ kind: 'read' })
    for (let isEnd = false; !isEnd; ) {
      const block = readAnswer.parse(await next)
      if (block.problem !== null) throw new JobFailure(block.problem, 'INVALID_POLICY_MAPPING')
      isEnd = block.isEnd
      // The child writes the block before and reads the next one while this one is computed.
      if (!isEnd) next = child.ask({ kind: 'read' })
      next.catch(() => undefined)
      const texts = await compute(computer, block.parts)
      await writing
      writing = child.ask({ kind: 'write', texts })
      writing.catch(() => undefined)
      inPart += block.records
      if (isEnd || inPart >= partRecords || performance.now() - begun > partMillis) {
        // A part is stored while the next one is computed; parts are stored one at a time.
        const ended = child.ask({ kind: 'end', part })
        ended.catch(() => undefined)
        await storing
        storing = store(ended, part++, isEnd)
        storing.catch(() => undefined)
        inPart = 0
        begun = performance.now()
      }
    }
    await writing
    await storing
  } finally {
    // Wait until the current part is stored or has failed before the parts are joined.
    await storing.catch(() => undefined)
    await child.close()
  }
}

/** Batches are large enough for every thread and run two at a time: threads that finish one continue with the other. */
async function compute(computer: CaseComputer, parts: readonly CasePart[]): Promise<ComputedTexts[]> {
  const count = Math.ceil(parts.length / batchParts)
  const texts: (readonly ComputedTexts[])[] = Array.from({ length: count }, () => [])
  let next = 0
  const lane = async () => {
    while (next < count) {
      const batch = next++
      const given = await runCases(computer, parts.slice(batch * batchParts, (batch + 1) * batchParts))
      texts[batch] = given.map(({ count: records, outputs, errors }) => ({ count: records, outputs, errors }))
    }
  }
  const ends = await Promise.allSettled([lane(), lane()])
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  return texts.flat()
}

const batchParts = 4

async function putFile(files: Files, tenantId: string, file: string, signal: AbortSignal): Promise<string> {
  return (await files.putFile(tenantId, file, { maxBytes, signal })).hash
}

/** Joins all parts and ends the run with its job. */
async function joinParts({ tenantId, services, signal, finish }: Context, run: Run): Promise<unknown> {
  const { db } = services
  const hashes = await joinedFiles({ tenantId, services }, run, signal)
  const parts = await db.inTenant(tenantId, (tx) => policyParts(tx, run.id))
  const sum = (of: 'read' | 'written' | 'rejected') => parts.reduce((total, part) => total + part[of], 0)
  const result = { runId: run.id, read: sum('read'), written: sum('written'), rejected: sum('rejected') }
  await db.inTenant(tenantId, async (tx) => {
    await endPolicyRun(tx, run.id, { status: 'Success', ...hashes })
    await finish(tx, result)
  })
  return result
}

async function joinedFiles(
  { tenantId, services }: Pick<Context, 'tenantId' | 'services'>,
  run: Run,
  signal: AbortSignal,
) {
  const { db, files } = services
  const mapping = await db.inTenant(tenantId, (tx) => readMapping(tx, run.mappingId, run.mappingNumber))
  if (mapping === undefined) throw new JobFailure('The mapping is gone.')
  const parts = await db.inTenant(tenantId, (tx) => policyParts(tx, run.id))
  const { opening, closing } = recordWriter(mapping.result)
  const join = async (of: 'resultHash' | 'rejectsHash' | 'logHash', before: Buffer, after: Buffer) => {
    async function* contents(): AsyncGenerator<Buffer> {
      yield before
      for (const part of parts) yield* (await files.open(tenantId, part[of])) as AsyncIterable<Buffer>
      yield after
    }
    return (await files.put(tenantId, Readable.from(contents()), { maxBytes, signal })).hash
  }
  const nothing = Buffer.alloc(0)
  return {
    resultHash: await join('resultHash', opening, closing),
    rejectsHash: await join('rejectsHash', Buffer.from(rejectsHeading), nothing),
    logHash: await join('logHash', nothing, nothing),
  }
}

/** Results written before a run was stopped can still be downloaded. */
async function endEarly(context: Context, run: Run, end: Parameters<typeof endPolicyRun>[2]): Promise<void> {
  const { tenantId, services } = context
  const hashes = await joinedFiles(context, run, new AbortController().signal)
  await services.db.inTenant(tenantId, (tx) => endPolicyRun(tx, run.id, { ...end, ...hashes }))
}
