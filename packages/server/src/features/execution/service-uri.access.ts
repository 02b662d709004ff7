import { isId } from '@sheetwright/contract/names.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { Target } from './engine-directory.ts'

const uri = /^\/?(?:folders\/)?([^/]+)\/(?:services\/)?([^/]+?)(?:\[(\d{1,9}\.\d{1,9}\.\d{1,9})?\])?$/

interface NamedService {
  readonly folder: string
  readonly service: string
  readonly revision: string | undefined
}

/** `folder/service` or `folder/service[1.2.3]`; undefined if it is neither. */
export function partsOfServiceUri(text: string): NamedService | undefined {
  const [, folder, service, revision] = uri.exec(text.trim()) ?? []
  if (folder === undefined || service === undefined) return undefined
  return { folder: decoded(folder), service: decoded(service), revision }
}

/** Parses a service in the notation of existing clients: `folder/service`, `folder/service[1.2.3]`, or a service id. */
export function readServiceUri(text: string, field: string): { target: Target; revision: string | undefined } {
  const given = text.trim()
  if (isId(given)) return { target: { kind: 'id', engineId: given }, revision: undefined }
  if (given.startsWith('proxy/')) return { target: { kind: 'proxy', suffix: given.slice(6) }, revision: undefined }
  if (given.startsWith('version/'))
    return { target: { kind: 'version', versionId: given.slice(8) }, revision: undefined }
  if (given.startsWith('service/')) return { target: { kind: 'id', engineId: given.slice(8) }, revision: undefined }
  const named = partsOfServiceUri(given)
  if (named === undefined) {
    const allowed = 'folder/service, folder/service[1.2.3], or the id of a service'
    throw new CallError('INVALID_INPUT', `${field} names no service`, [{ field, message: 'names no service', allowed }])
  }
  return { target: { kind: 'engine', product: named.folder, engine: named.service }, revision: named.revision }
}

/** Some clients URL-encode names; a name that merely contains a percent sign stays as it is. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
