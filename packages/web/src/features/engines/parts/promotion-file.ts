import type { Client, Download } from '@sheetwright/contract/client.ts'
import { downloadServicesExport } from '@sheetwright/contract/products/zip/download-services-export.ts'
import { exportServices } from '@sheetwright/contract/products/zip/export-services.ts'
import { getServicesExport } from '@sheetwright/contract/products/zip/get-services-export.ts'

const askAgainMillis = 500

/** A version with its tests, proof and approvals, packed for another installation. */
export async function exportedVersion(
  api: Client,
  tenant: string,
  versionId: string,
): Promise<{ readonly id: string; readonly job: string }> {
  const params = { tenant }
  const { id } = await api.call(exportServices, { params, body: { inputs: { version_ids: [versionId] } } })
  for (;;) {
    const { status, outputs, errors } = await api.call(getServicesExport, { params: { tenant, export: id } })
    if (status === 'closed') throw new Error(errors?.map(({ message }) => message).join(' '))
    const file = outputs.files[0]
    if (status === 'completed' && file !== undefined) return { id, job: file.file.split('/').at(-1) ?? '' }
    await new Promise((resolve) => setTimeout(resolve, askAgainMillis))
  }
}

/** The same as a file. */
export async function promotionFile(api: Client, tenant: string, versionId: string): Promise<Download> {
  const { id, job } = await exportedVersion(api, tenant, versionId)
  return api.call(downloadServicesExport, { params: { tenant, export: id, job } })
}
