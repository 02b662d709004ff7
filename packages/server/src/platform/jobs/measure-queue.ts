import { Gauge, type Registry } from 'prom-client'
import type { Database } from '../db/database.ts'
import { countQueue } from './job-queue.store.ts'

/** Metrics of the job queue of the whole installation, counted when they are read. */
export function measureQueue(registry: Registry, db: Database): void {
  const labelNames = ['type']
  const running = new Gauge({ name: 'sheetwright_jobs_running', help: 'Jobs that run', labelNames, registers: [] })
  const oldest = new Gauge({
    name: 'sheetwright_jobs_oldest_wait_seconds',
    help: 'How long the oldest waiting job has been waiting',
    labelNames,
    registers: [],
  })
  const waiting = new Gauge({
    name: 'sheetwright_jobs_waiting',
    help: 'Jobs that wait for a worker',
    labelNames,
    registers: [registry],
    // Read first, for all three.
    async collect() {
      const counted = await db.inSystem(countQueue)
      for (const gauge of [waiting, running, oldest]) gauge.reset()
      for (const row of counted) {
        waiting.set({ type: row.type }, row.waiting)
        running.set({ type: row.type }, row.running)
        oldest.set({ type: row.type }, row.oldest)
      }
    },
  })
  registry.registerMetric(running)
  registry.registerMetric(oldest)
}
