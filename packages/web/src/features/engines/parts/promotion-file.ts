import type { Client, Download } from '@sheetwright/contract/client.ts'
import { downloadServicesExport } from '@sheetwright/contract/products/zip/download-services-export.ts'
import { exportServices } from '@sheetwright/contract/products/zip/export-services.ts'
import { getServicesExport } from '@sheetwright/contract/products/zip/get-services-export.ts'

const askAgainMillis = 500

/** A version with its tests, proof and approvals, as another installation takes it. */
export async function promotionFile(api: Client, tenant: string, versionId: string): Promise<Download> {
  const params = { tenant }
  const { id } = await api.call(exportServices, { params, body: { inputs: { version_ids: [versionId] } } })
  for (;;) {
    const { status, outputs, errors } = await api.call(getServicesExport, { params: { tenant, export: id } })
    if (status === 'closed') throw new Error(errors?.map(({ message }) => message).join(' '))
    const file = outputs.files[0]
    if (status === 'completed' && file !== undefined) {
      const job = file.file.split('/').at(-1) ?? ''
      return api.call(downloadServicesExport, { params: { tenant, export: id, job } })
    }
    await new Promise((resolve) => setTimeout(resolve, askAgainMillis))
  }
}
