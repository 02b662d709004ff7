import type { CallLimits } from '@sheetwright/contract/limits/call-limit.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import type { Settings } from '../../settings.ts'
import { listLimits } from './call-limit.store.ts'

export async function limitsAnswer(
  tx: TenantTransaction,
  { executionsPerMinute, requestsPerMinute }: Settings,
): Promise<CallLimits> {
  return { limits: await listLimits(tx), installation: { executionsPerMinute, requestsPerMinute } }
}
