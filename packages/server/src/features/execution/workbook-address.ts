import { type Executed } from './execute-single.ts'

export function workbookAddress(tenantName: string, { chosen: { version }, callId }: Executed): string {
  const [product, engine] = [version.productId, version.engineId]
  return `/${tenantName}/api/v3/folders/${product}/services/${engine}/download/${callId}`
}
