import type { Job } from '@sheetwright/contract/jobs/job.ts'
import type { TenantTransaction } from '../../../platform/db/database.ts'
import { findJobFile } from '../../jobs/job-file.store.ts'
import type { MovedService, StoredTransfer } from './service-transfer.store.ts'
import { type Mover, transferAnswer } from './service-transfer.ts'

export async function exportAnswer(
  tx: TenantTransaction,
  origin: string,
  caller: Mover,
  transfer: StoredTransfer,
  jobs: readonly Job[],
) {
  const files: { file: string; file_hash: string }[] = []
  for (const { id, status } of jobs) {
    const file = status === 'Success' ? await findJobFile(tx, id) : undefined
    const address = `${origin}/${caller.tenantName}/api/v4/export/${transfer.id}/files/${id}`
    if (file !== undefined) files.push({ file: address, file_hash: file.hash })
  }
  return {
    ...transferAnswer(origin, caller, 'export', transfer, jobs),
    outputs: {
      files,
      services: transfer.moved.flatMap(({ from, serviceId }) =>
        serviceId === null ? [] : [{ service_uri: `${from.folder}/${from.service}`, service_id: serviceId }],
      ),
      service_versions: transfer.moved.flatMap(versionsOf),
    },
  }
}

export function versionsOf({ to: { folder, service }, serviceId, versions }: MovedService) {
  if (serviceId === null) return []
  return versions.map(({ id, revision }) => ({
    service_uri: `${folder}/${service}[${revision}]`,
    folder,
    service,
    service_id: serviceId,
    version: revision,
    version_id: id,
  }))
}
