import { CallError } from '../../../platform/http/call-error.ts'
import type { StoredTransform } from './transform.store.ts'

export function transformAnswer(transform: StoredTransform, folder: string) {
  return {
    name: transform.name,
    folder,
    version: transform.version,
    transform_content: JSON.stringify(transform.content),
    created_by: transform.createdBy,
    updated_at: transform.createdAt.toISOString(),
  }
}

export function noTransform(name: string): CallError {
  return new CallError('TRANSFORM_NOT_FOUND', `The folder has no transform "${name}"`)
}
