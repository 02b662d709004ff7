import { type SQL, sql } from 'drizzle-orm'
import { engines } from '../../platform/db/schema/engines.ts'

export function byServiceName(): SQL {
  return sql`${engines.serviceName} COLLATE name_order`
}
