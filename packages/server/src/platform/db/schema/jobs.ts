import type { JobStatus, JobType } from '@sheetwright/contract/jobs/job.ts'
import {
  boolean,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'

/** A background job as its user sees it. */
export const jobs = pgTable(
  'jobs',
  {
    tenantId: uuid('tenant_id').notNull(),
    id: uuid().notNull(),
    type: text().$type<JobType>().notNull(),
    status: text().$type<JobStatus>().notNull().default('Pending'),
    progress: doublePrecision().notNull().default(0),
    note: text(),
    userId: text('user_id').notNull(),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    result: jsonb().$type<unknown>(),
    failureReason: text('failure_reason'),
    failureCode: text('failure_code'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    completedAt: timestamp('completed_at', { withTimezone: true }),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
)

/** The queue of the workers. */
export const jobQueue = pgTable(
  'job_queue',
  {
    tenantId: uuid('tenant_id').notNull(),
    jobId: uuid('job_id').notNull(),
    type: text().$type<JobType>().notNull(),
    priority: integer().notNull(),
    runAt: timestamp('run_at', { withTimezone: true }).notNull().defaultNow(),
    attempts: integer().notNull().default(0),
    workerId: uuid('worker_id'),
    leasedUntil: timestamp('leased_until', { withTimezone: true }),
    cancelRequested: boolean('cancel_requested').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.jobId] })],
)

/** When a tenant last had its turn. */
export const jobTurns = pgTable('job_turns', {
  tenantId: uuid('tenant_id').primaryKey(),
  lastTurn: timestamp('last_turn', { withTimezone: true }).notNull(),
})

/** Recurring housekeeping. */
export const jobSchedules = pgTable('job_schedules', {
  name: text().primaryKey(),
  nextRunAt: timestamp('next_run_at', { withTimezone: true }).notNull(),
})
