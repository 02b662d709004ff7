import { getProductHealth, healthDays } from '@sheetwright/contract/insights/get-product-health.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import type { Services } from '../../services.ts'
import { callCounts } from '../call-log/call.store.ts'
import { readBuild } from '../engines/engine-build.store.ts'
import { readerOf } from '../products/product.access.ts'
import { findProduct } from '../products/product.store.ts'
import { percentile } from './percentile.ts'
import { proofsInEffect, type ProofInEffect, saveVerdict } from './product-health.store.ts'
import { durationCounts, enginesInSight } from './usage.store.ts'
import { quarterRange, spansOfPoints } from './whole-spans.ts'

const dayMillis = 86_400_000

export const getProductHealthHandler = handle(getProductHealth, async ({ caller, params, services }) => {
  const { tenantId } = caller
  await services.execution.calls.flush(tenantId)
  const now = Date.now()
  const dates = Array.from({ length: healthDays }, (_, i) => dayOf(now - (healthDays - 1 - i) * dayMillis))
  const first = dates[0] ?? dayOf(now)
  const found = await services.db.inTenant(tenantId, async (tx) => {
    const product = await findProduct(tx, readerOf(caller), params.product)
    if (product === undefined) throw new CallError('PRODUCT_NOT_FOUND', `There is no product "${params.product}"`)
    const engines = (await enginesInSight(tx, caller)).filter(({ productId }) => productId === product.id)
    const ids = engines.map(({ id }) => id)
    const { from, to } = quarterRange({ from: `${first}T00:00:00.000Z`, to: new Date(now).toISOString() })
    return {
      engines,
      counts: (await callCounts(tx, product.id, { from: first })).filter(({ engineId }) => ids.includes(engineId)),
      durations: await durationCounts(tx, spansOfPoints([from], to), engines, undefined),
      proofs: await proofsInEffect(tx, ids),
    }
  })
  const verdicts = await readVerdicts(services, tenantId, found.proofs)
  const byDay = Map.groupBy(found.counts, ({ day }) => day)
  const days = dates.map((day) => {
    const rows = byDay.get(day) ?? []
    return { day, calls: sum(rows.map(({ calls }) => calls)), failed: sum(rows.map(({ failed }) => failed)) }
  })
  const buckets: number[] = []
  for (const { counts } of found.durations) {
    for (const [bucket, calls] of counts.entries()) buckets[bucket] = (buckets[bucket] ?? 0) + (calls ?? 0)
  }
  return {
    proofs: found.engines.map(({ id, serviceName }) => ({
      engineId: id,
      serviceName,
      verdict: verdicts.get(id) ?? null,
    })),
    calls: sum(days.map(({ calls }) => calls)),
    failed: sum(days.map(({ failed }) => failed)),
    p95: percentile(buckets, 0.95),
    days,
  }
})

/** Reads a verdict from the build once; afterwards it is stored with the upload. */
async function readVerdicts({ db, files }: Services, tenantId: string, proofs: readonly ProofInEffect[]) {
  const verdicts = new Map<string, NonNullable<ProofInEffect['verdict']>>()
  for (const { engineId, uploadId, buildHash, verdict: known } of proofs) {
    const verdict = known ?? (await readBuild(files, tenantId, buildHash)).parity.verdict
    if (known === null) await db.inTenant(tenantId, (tx) => saveVerdict(tx, uploadId, verdict))
    verdicts.set(engineId, verdict)
  }
  return verdicts
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
